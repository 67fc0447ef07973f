import { isDeepStrictEqual } from 'node:util'

type Routes = ReadonlyMap<string, number>

/** Most games tell each connection the same: thousands of clients share one table while it is equal. */
export class SharedRoutes {
  #last: Routes = new Map()

  of(routes: Routes): Routes {
    if (!isDeepStrictEqual(routes, this.#last)) this.#last = routes
    return this.#last
  }
}
