/* The table's entry for the file `EMBEDDED`, whose path begins at this folder. Without the two steps
 * up, it is the path in the repository. */
{&EMBEDDED[sizeof "../../" - 1], (const unsigned char[]){
#embed EMBEDDED suffix(, 0)
}},
#undef EMBEDDED
