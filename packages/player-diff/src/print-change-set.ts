import { canonicalJson } from '@qd/canonical-json'
import type { Change } from '@qd/protocol-model'
import type { ChangeSet } from './change-set.ts'

function changeLine({ diff, key, path, op, old, value }: Change): string {
  const fields = { diff, key, path: path.map(String), op, old, value }
  const parts = Object.entries(fields).flatMap(([name, each]) =>
    each === undefined ? [] : [`${JSON.stringify(name)}: ${canonicalJson(each)}`],
  )
  return `    {${parts.join(', ')}}`
}

/** The file: equal sets give equal text, and every change stands on a line of its own. */
export function printChangeSet(set: ChangeSet): string {
  const head = [
    ['format', set.format],
    ['version', set.version],
    ['game', set.game],
    ['protocolMd5', set.protocolMd5],
    ['uId', set.uId],
    ['note', set.note],
    ['made', set.made],
  ]
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `  ${JSON.stringify(name)}: ${canonicalJson(value)},`)
  const changes = set.changes.map(changeLine).join(',\n')
  return `{\n${head.join('\n')}\n  "changes": [\n${changes}\n  ]\n}\n`
}
