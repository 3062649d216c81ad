// Closest facilities, matrices and matched traces over the stops of the page.
export class Analyses {
  constructor() {}
}
