import type { LocalText } from '@qd/i18n'
import type { DiffInfo, Field, ProtocolDefinition, Tip } from '@qd/protocol-model'
import { localText } from '../../texts/dictionaries.ts'
import { nameText } from '../../texts/say.ts'

/** A thing of the definition as it is sent: some of its texts are by language. */
type Served<Thing, Texts extends keyof Thing> = Omit<Thing, Texts> & {
  [Name in Texts]: Thing[Name] extends string | undefined ? LocalText : Readonly<Record<string, LocalText>>
}

export type ServedField = Omit<Served<Field, 'name' | 'comment'>, 'unit'> & { unit?: LocalText }
export type ServedInfo = Omit<Served<DiffInfo, 'comment' | 'names'>, 'fields'> & { fields: ServedField[] }
export type ServedTip = Served<Tip, 'keyTip' | 'doc'>

export interface ServedDefinition {
  diffInfos: Readonly<Record<string, ServedInfo>>
  protocols: readonly ServedTip[]
}

/** A comment of the game's own world in each language that has it. */
export function commentText(comment: LocalText): LocalText {
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
export function servedField(field: Field): ServedField {
  const { dataProvider, unit, name, comment, ...rest } = field
  return {
    ...rest,
    name: nameText(name),
    comment: commentText(comment),
    ...(unit === undefined ? {} : { unit: nameText(unit) }),
    ...(dataProvider === undefined ? {} : { dataProvider: servedProvider(dataProvider) }),
  }
}

function servedInfo(info: DiffInfo): ServedInfo {
  const names = Object.entries(info.names).map(([key, name]) => [key, nameText(name)] as const)
  return {
    ...info,
    comment: nameText(info.comment),
    fields: info.fields.map(servedField),
    names: Object.fromEntries(names),
  }
}

function servedTip(tip: Tip): ServedTip {
  return { ...tip, keyTip: nameText(tip.keyTip), doc: commentText(tip.doc) }
}

/**
 * The game's own definition as consoles get it: every text by language. Equal texts are one object, so it costs
 * little more memory than the Chinese one.
 */
export function servedDefinition({ diffInfos, protocols }: ProtocolDefinition): ServedDefinition {
  const infos = Object.entries(diffInfos).map(([name, info]) => [name, servedInfo(info)] as const)
  return { diffInfos: Object.fromEntries(infos), protocols: protocols.map(servedTip) }
}
