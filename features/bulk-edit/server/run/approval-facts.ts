import { MANY_PLAYERS, addEffects, effectsOf } from '@qd/contract-kit'
import type { Effects, PreviewBlock, Words, Worth } from '@qd/contract-kit'
import { LANGUAGES } from '@qd/i18n'
import { effectsOfChanges } from '@qd/player-edit'
import { placeText, placeWords, protocolIn, touchesSensitive } from '@qd/protocol-model'
import type { ProtocolDefinition } from '@qd/protocol-model'
import { objectKey, worstPlace } from '@qd/server-kit'
import type { ApprovalFacts, CallContext, CataloguePlace } from '@qd/server-kit'
import type { Change } from '@qd/data-edit/contract'
import type { BulkChange, BulkSet } from '../../contract/index.ts'
import type { ListServer } from '../list/scan-list.ts'
import type { ProtocolVersion } from '../preview/protocol-versions.ts'

const MOST_CHANGES = 100
const MOST_SERVERS = 100
const MOST_CHARS = 200

function valueText(value: unknown): string | null {
  if (value === undefined || value === null) return null
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, MOST_CHARS)
}

/** A changed place in the words of the game, in each language it has. */
function placeIn(protocol: ProtocolDefinition, change: BulkChange): Words {
  const texts = LANGUAGES.map((lang) => [lang, placeWords(protocolIn(protocol, lang), change)] as const)
  return { texts: Object.fromEntries(texts), otherwise: placeText(change) }
}

function changesOf(protocol: ProtocolDefinition | undefined, set: BulkSet): PreviewBlock {
  const rows = set.changes.slice(0, MOST_CHANGES).map((change) => {
    const { by, op } = change
    const added = by === undefined ? valueText(change.value) : by.startsWith('-') ? by : `+${by}`
    return {
      what: protocol === undefined ? placeText(change) : placeIn(protocol, change),
      detail: op,
      before: valueText(change.old),
      after: op === 'remove' ? null : added,
      isSensitive: protocol !== undefined && touchesSensitive(protocol, change),
    }
  })
  return { kind: 'changes', rows, more: Math.max(0, set.changes.length - MOST_CHANGES) }
}

interface BulkFacts {
  set: BulkSet
  players: number
  /** Of the list. */
  digest: string
  servers: readonly ListServer[]
  versions: readonly ProtocolVersion[]
  places: readonly CataloguePlace[]
  title: Words
  onlinePolicy: string
  /** What it gives at most. */
  worth: Worth
}

/** A change for everybody as it gives most: where nobody says what players have, they have nothing. */
function mostGiven({ by, ...change }: BulkChange, onlyUnchanged: boolean): Change {
  if (by !== undefined) return { ...change, value: by, old: 0 }
  return onlyUnchanged ? change : { ...change, old: undefined }
}

/** What a set gives the players of a list at most, for what it is worth. */
export const givenBySet = (set: BulkSet, servers: Iterable<ListServer>) =>
  Array.from(servers, ({ server, players }) => ({
    server,
    players,
    changes: set.changes.map((change) => mostGiven(change, set.onlyUnchanged)),
  }))

/** What the set does to the players of a list. */
function effectsOfSet({ set, players, versions }: BulkFacts): Effects {
  const given = set.changes.map((change) => mostGiven(change, set.onlyUnchanged))
  return addEffects([
    effectsOf(players >= MANY_PLAYERS && 'many'),
    ...versions.map(({ protocol }) => effectsOfChanges(protocol, given)),
  ])
}

/** What somebody is asked to approve of a bulk edit: how many players, where, and what becomes of each. */
export function bulkFacts(ctx: Pick<CallContext, 'place'>, bulk: BulkFacts): ApprovalFacts {
  const { set, players, digest, servers, versions, places, title, onlinePolicy, worth } = bulk
  const first = versions[0]?.protocol
  return {
    title,
    risk: 'R3',
    place: worstPlace(places) ?? ctx.place,
    places: places.length === 0 ? [ctx.place] : places,
    value: { rows: players, worth },
    effects: effectsOfSet(bulk),
    objects: [objectKey('players', ctx.place.game ?? '', digest)],
    bases: versions.slice(0, MOST_SERVERS).map(({ md5, servers: own }) => ({
      key: `protocol:${own
        .map(({ key }) => key)
        .toSorted()
        .join(',')}`,
      label: { key: 'bulk.base.protocol', params: { servers: own.map(({ sId }) => `S${sId}`).join(', ') } },
      version: md5,
    })),
    preview: [
      {
        kind: 'facts',
        rows: [
          { label: { key: 'bulk.fact.players' }, value: { quantity: String(players) } },
          {
            label: { key: 'bulk.fact.onlyUnchanged' },
            value: { key: set.onlyUnchanged ? 'bulk.yes' : 'bulk.no' },
          },
          { label: { key: 'bulk.fact.online' }, value: { key: `bulk.online.${onlinePolicy}` } },
        ],
      },
      changesOf(first, set),
      {
        kind: 'sample',
        columns: [{ key: 'bulk.fact.server' }, { key: 'bulk.fact.players' }],
        rows: servers
          .slice(0, MOST_SERVERS)
          .map(({ server, players: count }) => [`S${server.sId} ${server.serviceName}`, String(count)]),
        total: servers.length,
      },
    ],
    about: digest,
    content: { set, digest },
  }
}
