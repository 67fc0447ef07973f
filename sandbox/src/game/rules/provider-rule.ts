import { fieldNode, ownValue } from '@qd/protocol-model'
import type { DataNode, Field, ProtocolDefinition } from '@qd/protocol-model'
import { ITEMS } from '../../world/catalogue.ts'
import { placedServers } from '../../world/find-server.ts'
import { world } from '../../world/world.ts'
import { nameText, say } from '../../texts/say.ts'
import type { Said } from '../../texts/say.ts'
import { changeNode } from '../edit/change-node.ts'
import type { RowRule } from './rule-types.ts'

/** What the named providers offer, as text. */
const CHOICES: Readonly<Record<string, ReadonlySet<string>>> = {
  gameProp: new Set([...ITEMS.keys()].map(String)),
  channel: new Set(world.channels.map(({ code }) => code)),
  server: new Set(placedServers().map(({ server }) => String(server.sId))),
}

function strangerOf(field: Field, value: unknown): Said | null {
  const choices = field.dataProvider === undefined ? undefined : CHOICES[field.dataProvider]
  return choices && !choices.has(String(value))
    ? say('{field} 没有 {value}', { field: nameText(field.name), value: String(value) })
    : null
}

/** The first value that its provider does not offer, as a sentence. */
function stranger(protocol: ProtocolDefinition, node: DataNode, value: unknown): Said | null {
  if (node.kind === 'scalar') return strangerOf(node.field, value)
  if (node.kind === 'list')
    return firstOf((value as unknown[]).map((one) => stranger(protocol, node.item, one)))
  return firstOf(
    node.info.fields.map((field) => {
      const inner = fieldNode(protocol, field)
      const own = ownValue(value as Record<string, unknown>, field.fieldName)
      return inner && own !== undefined ? stranger(protocol, inner, own) : null
    }),
  )
}

function firstOf(found: readonly (Said | null)[]): Said | null {
  return found.find((said) => said !== null) ?? null
}

/** Items, channels and servers are ones that exist, wherever in a value they stand. */
export const providerRule: RowRule = ({ protocol, change }) => {
  const isValue = change.op !== 'remove' && change.value !== null
  const place = isValue ? changeNode(protocol, change) : null
  const msg = place ? stranger(protocol, place.node, change.value) : null
  return msg === null ? null : { code: 2004, msg }
}
