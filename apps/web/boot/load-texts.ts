import { PERMISSION_TITLES, RESOURCE_TITLES } from '@qd/web-base'
import type { TextLoader } from '@qd/web-base'

type TextFile = { default: object }

const KIT = import.meta.glob<TextFile>('../../../packages/web-base/locales/*.json')
const FIELDS = import.meta.glob<TextFile>('../../../packages/web-controls/src/fields/locales/*.json')
const JSON_TEXTS = import.meta.glob<TextFile>('../../../packages/web-json/locales/*.json')
const SHELL = import.meta.glob<TextFile>('../locales/*.json')
const FEATURES = import.meta.glob<TextFile>('../../../features/*/web/locales/*.json')
const TITLES = import.meta.glob<object>('../../../features/*/contract/locales/*.json', {
  import: 'permissions',
})
/** Few features have these. */
const RESOURCES = import.meta.glob<object | undefined>('../../../features/*/contract/locales/*.json', {
  import: 'resources',
})

/** What all features call their permissions, or what those may be narrowed to; the rest of the files is for the server. */
async function titlesIn(found: typeof TITLES | typeof RESOURCES, language: string): Promise<object> {
  const files = Object.entries(found).filter(([path]) => path.endsWith(`/${language}.json`))
  return Object.assign({}, ...(await Promise.all(files.map(([, load]) => load())))) as object
}

function fileOf(namespace: string, language: string): (() => Promise<TextFile>) | undefined {
  if (namespace === 'kit') return KIT[`../../../packages/web-base/locales/${language}.json`]
  if (namespace === 'fields')
    return FIELDS[`../../../packages/web-controls/src/fields/locales/${language}.json`]
  if (namespace === 'json') return JSON_TEXTS[`../../../packages/web-json/locales/${language}.json`]
  if (namespace === 'shell') return SHELL[`../locales/${language}.json`]
  return FEATURES[`../../../features/${namespace}/web/locales/${language}.json`]
}

/**
 * What the pages speak with beside the texts of their features. It loads with those, before the first page: a
 * page that found a word missing would go away until the word came.
 */
export const SHARED_TEXTS = ['fields', 'json', PERMISSION_TITLES, RESOURCE_TITLES] as const

/** Texts of a namespace in a language, each file its own chunk. */
export const loadTexts: TextLoader = async (namespace, language) => {
  if (namespace === PERMISSION_TITLES) return titlesIn(TITLES, language) as ReturnType<TextLoader>
  if (namespace === RESOURCE_TITLES) return titlesIn(RESOURCES, language) as ReturnType<TextLoader>
  const load = fileOf(namespace, language)
  if (load === undefined) throw new Error(`no texts for ${namespace} in ${language}`)
  return (await load()).default as Awaited<ReturnType<TextLoader>>
}
