import type { InfoField } from '../../../contract/index.ts'
import type { ServerNode } from './on-nodes.ts'
import { textOf } from './replies.ts'

/** Lines of INFO: `# Section`, then `name:value`. */
export function infoFields(text: string): InfoField[] {
  const fields: InfoField[] = []
  let section = ''
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('#')) section = line.slice(1).trim()
    const at = line.indexOf(':')
    if (line === '' || line.startsWith('#') || at < 1) continue
    fields.push({ section, name: line.slice(0, at), value: line.slice(at + 1) })
  }
  return fields
}

export const infoMap = (text: string): Map<string, string> =>
  new Map(infoFields(text).map(({ name, value }) => [name, value]))

/** `everything` holds statistics of commands, too; servers before 7.0 know it as `all`. */
export async function readInfo(node: ServerNode): Promise<{ fields: InfoField[] }> {
  return { fields: infoFields(textOf(await node.ask('INFO', 'everything'))) }
}
