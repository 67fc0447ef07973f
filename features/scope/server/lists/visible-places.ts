import { parseJsonText } from '@qd/canonical-json'
import { scopeCovers, scopePath } from '@qd/contract-kit'
import type { Grant } from '@qd/contract-kit'
import { callerReaches } from '@qd/server-kit'
import type {
  Caller,
  Catalogue,
  CataloguePlace,
  GameRecord,
  LineRecord,
  OperatorRecord,
  ServerRecord,
} from '@qd/server-kit'
import { linePlace, operatorPlace, serverPlace } from '../target/places.ts'

export type Find<L extends object> = (catalogue: Catalogue, caller: Caller) => L

/** Lists are asked for at every page: worked out once for a catalogue and a set of grants, neither of which changes in place. */
export function oncePerGrants<L extends object>(find: Find<L>): Find<L> {
  const kept = new WeakMap<Catalogue, WeakMap<readonly Grant[], L>>()
  return (catalogue, caller) => {
    let ofCatalogue = kept.get(catalogue)
    if (!ofCatalogue) kept.set(catalogue, (ofCatalogue = new WeakMap()))
    let found = ofCatalogue.get(caller.grants)
    if (!found) ofCatalogue.set(caller.grants, (found = find(catalogue, caller)))
    return found
  }
}

/** The servers of a line a caller may see. */
export function visibleServers(catalogue: Catalogue, caller: Caller, lineId: string): ServerRecord[] {
  const servers = catalogue.serversByLine.get(lineId) ?? []
  return servers.filter((server) => callerReaches(caller, serverPlace(server)))
}

export const visibleLines: Find<readonly LineRecord[]> = oncePerGrants((catalogue, caller) =>
  catalogue.lines.filter((line) => callerReaches(caller, linePlace(line))),
)

/** An operator none of whose lines a caller may see is hidden too: a grant may be limited to an environment. */
export const visibleOperators: Find<readonly OperatorRecord[]> = oncePerGrants((catalogue, caller) => {
  const lines = visibleLines(catalogue, caller)
  return catalogue.operators.filter((operator) => {
    if (!callerReaches(caller, operatorPlace(operator))) return false
    const isOwn = (line: LineRecord) => line.game === operator.game && line.operator === operator.partnerCode
    return lines.some(isOwn) || !catalogue.lines.some(isOwn)
  })
})

export const visibleGames: Find<readonly GameRecord[]> = oncePerGrants((catalogue, caller) => {
  const operators = visibleOperators(catalogue, caller)
  return catalogue.games.filter((game) => {
    if (!callerReaches(caller, { game: game.id })) return false
    const isOwn = (operator: OperatorRecord) => operator.game === game.id
    return operators.some(isOwn) || !catalogue.operators.some(isOwn)
  })
})

/** Frame layout of the first server a caller may see at a place, as its record has it; null for none. */
export function codecOf(catalogue: Catalogue, caller: Caller, place: CataloguePlace): unknown {
  const server = catalogue.servers.find((each) => {
    const at = serverPlace(each)
    return scopeCovers(scopePath(place), scopePath(at)) && callerReaches(caller, at)
  })
  return server ? parseJsonText(server.codec) : null
}
