import type { DiffInfo, Field, ProtocolDefinition, Tip } from '@qd/protocol-model'
import { localText, nameText } from '../../texts/say.ts'
import type { LocalText } from '../../texts/say.ts'

/** A comment of the game's own world in each language that has it. */
export function localComment(comment: LocalText): LocalText {
  return typeof comment === 'string' ? localText('comments', comment) : comment
}

/** The choices of an `enum:` provider with their labels by language; any other provider stays. */
function servedProvider(provider: string): string {
  if (!provider.startsWith('enum:')) return provider
  const choices = JSON.parse(provider.slice('enum:'.length)) as (unknown | [unknown, LocalText])[]
  const served = choices.map((choice) =>
    Array.isArray(choice) ? [choice[0], nameText(choice[1] as LocalText)] : choice,
  )
  return `enum:${JSON.stringify(served)}`
}

/** A field with its label, comment, unit and choices by language. */
export function servedField(field: Field): Field {
  const { dataProvider, unit } = field
  return {
    ...field,
    name: nameText(field.name),
    comment: localComment(field.comment),
    ...(unit === undefined ? {} : { unit: nameText(unit) }),
    ...(dataProvider === undefined ? {} : { dataProvider: servedProvider(dataProvider) }),
  }
}

function servedInfo(info: DiffInfo): DiffInfo {
  const names = Object.entries(info.names).map(([key, name]) => [key, nameText(name)] as const)
  return {
    ...info,
    comment: nameText(info.comment),
    fields: info.fields.map(servedField),
    names: Object.fromEntries(names),
  }
}

function servedTip(tip: Tip): Tip {
  return { ...tip, keyTip: nameText(tip.keyTip), doc: localComment(tip.doc) }
}

/**
 * The game's own definition as consoles get it: every text by language. Equal texts are one object, so it costs
 * little more memory than the Chinese one.
 */
export function servedDefinition({ diffInfos, protocols }: ProtocolDefinition): ProtocolDefinition {
  const infos = Object.entries(diffInfos).map(([name, info]) => [name, servedInfo(info)] as const)
  return { diffInfos: Object.fromEntries(infos), protocols: protocols.map(servedTip) }
}
