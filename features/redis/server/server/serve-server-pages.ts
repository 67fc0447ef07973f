import type { ServedChannel, ServedRoute } from '@qd/server-kit'
import { serveFunctions } from './functions/serve-functions.ts'
import { serveMessages } from './messages/serve-messages.ts'
import { serveSearch } from './search/serve-search.ts'
import type { SearchDeps } from './search/serve-search.ts'
import { serveServer } from './server/serve-server.ts'
import { serveTopology } from './topology/serve-topology.ts'

/** All pages of the server behind a connection. */
export function serveServerPages(deps: SearchDeps): { routes: ServedRoute[]; channels: ServedChannel[] } {
  const parts = [serveServer(deps), serveMessages(deps)]
  return {
    routes: [
      ...parts.flatMap(({ routes }) => routes),
      ...serveTopology(deps),
      ...serveFunctions(deps),
      ...serveSearch(deps),
    ],
    channels: parts.flatMap(({ channels }) => channels),
  }
}
