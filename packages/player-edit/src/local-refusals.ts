import { checkChange, locateChange, placeText, touchesSensitive } from '@qd/protocol-model'
import type { ProtocolDefinition } from '@qd/protocol-model'
import type { TextParams } from '@qd/i18n'
import type { WireChange } from './wire-change.ts'
import type { Verdict } from './verdict.ts'
import { overLimit } from './over-limit.ts'
import type { LimitOf } from './over-limit.ts'

export interface RefusalRules {
  protocol: ProtocolDefinition
  limits: ReadonlyMap<number, number>
  maySensitive: boolean
  text: (key: string, params?: TextParams) => string
}

const limitIn =
  (limits: ReadonlyMap<number, number>): LimitOf =>
  (item) => {
    const limit = limits.get(Number(item))
    return limit === undefined ? null : BigInt(limit)
  }

function verdictOf(rules: RefusalRules, change: WireChange, index: number): Verdict | null {
  const { protocol, text } = rules
  const fault = checkChange(protocol, change)
  if (fault !== null) {
    const { code, field, detail } = fault
    return { index, status: 422, code, field, msg: text(`fault.${code}`, { field, detail }) }
  }
  const field = placeText(change)
  if (!rules.maySensitive && touchesSensitive(protocol, change)) {
    return {
      index,
      status: 403,
      code: 'field_forbidden',
      field,
      msg: text('fault.field_forbidden', { field }),
    }
  }
  const limit = overLimit(protocol, change, limitIn(rules.limits))
  if (limit === null) return null
  const params = { field, detail: String(limit) }
  return { index, status: 422, code: 'over_limit', field, msg: text('fault.over_limit', params) }
}

/** Rows and keyed elements that are added twice in one set, by the index of the later one. */
function doubleAdds(protocol: ProtocolDefinition, changes: readonly WireChange[]): Set<number> {
  const added = new Set<string>()
  const doubles = new Set<number>()
  for (const [index, change] of changes.entries()) {
    const located = locateChange(protocol, {}, change)
    if (!located.ok || located.isByPosition) continue
    const place = JSON.stringify([change.diff, change.key ?? null, ...change.path])
    if (change.op === 'remove') added.delete(place)
    if (change.op !== 'add') continue
    if (added.has(place)) doubles.add(index)
    added.add(place)
  }
  return doubles
}

/** What we refuse before the game is asked: shape, range, bytes, choices, rights, limits, keys used twice. */
export function localRefusals(rules: RefusalRules, changes: readonly WireChange[]): Verdict[] {
  const doubles = doubleAdds(rules.protocol, changes)
  return changes.flatMap((change, index) => {
    const verdict = verdictOf(rules, change, index)
    if (verdict !== null) return [verdict]
    if (!doubles.has(index)) return []
    const field = placeText(change)
    const msg = rules.text('fault.duplicate_key', { field, detail: change.key ?? String(change.path.at(-1)) })
    return [{ index, status: 422, code: 'duplicate_key', field, msg }]
  })
}
