import type { DefinitionChange, DocModel } from '../../contract/index.ts'
import type { DocAddress } from './doc-address.ts'

/** What a change is about, as far as the version in view has it; null: it is gone. */
export function itemOfPath(
  { code, path }: Pick<DefinitionChange, 'code' | 'path'>,
  { types, commands }: Pick<DocModel, 'types' | 'commands'>,
): Pick<DocAddress, 'item' | 'field'> | null {
  if (code.startsWith('command_')) {
    const found = [...commands].find(([, { name }]) => name === path)
    return found === undefined ? null : { item: { kind: 'command', name: found[0] }, field: '' }
  }
  if (types.has(path)) return { item: { kind: 'type', name: path }, field: '' }
  const dot = path.lastIndexOf('.')
  const owner = path.slice(0, Math.max(0, dot))
  if (!types.has(owner)) return null
  return { item: { kind: 'type', name: owner }, field: path.slice(dot + 1) }
}
