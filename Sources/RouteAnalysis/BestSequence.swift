// The order of stops, asked of Sequencing.

import RouteAPI
import RoutingEngine
import Sequencing
