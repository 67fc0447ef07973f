import { textIn } from '@qd/i18n'
import type { Language } from '@qd/i18n'
import { parseDataProvider } from './data-provider.ts'
import { ownValue } from './names.ts'
import type { DiffInfo, Field, ProtocolDefinition, TextsByLanguage, Tip } from './protocol-definition.ts'

/** The properties that have texts by language, in that language. */
function inLanguage<Thing extends { texts?: TextsByLanguage }>(thing: Thing, language: Language): Thing {
  if (thing.texts === undefined) return thing
  const texts = Object.entries(thing.texts).map(([key, text]) => [key, textIn(text, language)])
  return { ...thing, ...Object.fromEntries(texts) }
}

/** Labels of choices stand inside the provider's text, so the text is another one in another language. */
function providerIn(provider: string, language: Language): string {
  if (!provider.startsWith('enum:') || !provider.includes('{')) return provider
  const parsed = parseDataProvider(provider, language)
  if (parsed?.kind !== 'enum') return provider
  return `enum:${JSON.stringify(parsed.choices.map(({ value, label }) => [value, label]))}`
}

/** A field with its texts in a language; the same object when it has them in one only. */
export function fieldIn(field: Field, language: Language): Field {
  const told = inLanguage(field, language)
  if (told.dataProvider === undefined) return told
  const dataProvider = providerIn(told.dataProvider, language)
  return dataProvider === told.dataProvider ? told : { ...told, dataProvider }
}

function namesIn({ names, nameTexts }: DiffInfo, language: Language): Record<string, string> {
  if (nameTexts === undefined) return names
  const told: Record<string, string> = Object.create(null)
  for (const [fieldName, label] of Object.entries(names)) {
    const texts = ownValue(nameTexts, fieldName)
    told[fieldName] = texts === undefined ? label : textIn(texts, language)
  }
  return told
}

function infoIn(info: DiffInfo, language: Language): DiffInfo {
  const fields = info.fields.map((field) => fieldIn(field, language))
  return { ...inLanguage(info, language), fields, names: namesIn(info, language) }
}

const isPlain = ({ texts, nameTexts, fields }: DiffInfo): boolean =>
  texts === undefined && nameTexts === undefined && fields.every((field) => fieldIn(field, 'en') === field)

function translated(protocol: ProtocolDefinition, language: Language): ProtocolDefinition {
  const infos = Object.values(protocol.diffInfos)
  if (infos.every(isPlain) && protocol.protocols.every(({ texts }) => texts === undefined)) return protocol
  const diffInfos: Record<string, DiffInfo> = Object.create(null)
  for (const info of infos) diffInfos[info.name] = infoIn(info, language)
  const protocols = protocol.protocols.map((tip): Tip => inLanguage(tip, language))
  return { ...protocol, diffInfos, protocols }
}

const kept = new WeakMap<ProtocolDefinition, Map<Language, ProtocolDefinition>>()

/**
 * The definition with names, comments, units and labels in a language. The same object each time, and the definition
 * itself when its game has one language for all.
 */
export function protocolIn(protocol: ProtocolDefinition, language: Language): ProtocolDefinition {
  const known = kept.get(protocol) ?? new Map<Language, ProtocolDefinition>()
  kept.set(protocol, known)
  const made = known.get(language) ?? translated(protocol, language)
  known.set(language, made)
  return made
}
