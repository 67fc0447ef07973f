import { BUILT_IN_ROLES } from '../../packages/contract-kit/src/index.ts'
import { LANGUAGES, type Language } from '../../packages/i18n/src/index.ts'
import { callContract, callServer, callTexts, callWeb, heldBy } from './call-template.ts'
import type { FeatureOptions } from './new-feature-options.ts'

/** What a fresh feature says, in ten languages; its author replaces the words, not the structure. */
const WORDS: Record<Language, { overview: (name: string) => string; empty: string }> = {
  en: { overview: (name) => `Overview of ${name}`, empty: 'You have no place to work on here' },
  cn: { overview: (name) => `${name} 概览`, empty: '暂无可操作的范围' },
  tw: { overview: (name) => `${name} 概覽`, empty: '暫無可操作的範圍' },
  tr: { overview: (name) => `${name} genel bakış`, empty: 'Burada çalışabileceğiniz bir yer yok' },
  ru: { overview: (name) => `Обзор ${name}`, empty: 'Здесь нет доступных вам мест' },
  pt: { overview: (name) => `Visão geral de ${name}`, empty: 'Não há nada em que você possa atuar aqui' },
  de: { overview: (name) => `Übersicht ${name}`, empty: 'Hier gibt es nichts, woran Sie arbeiten dürfen' },
  fr: { overview: (name) => `Aperçu de ${name}`, empty: 'Aucun endroit ne vous est ouvert ici' },
  ua: { overview: (name) => `Огляд ${name}`, empty: 'Тут немає доступних вам місць' },
  it: { overview: (name) => `Panoramica di ${name}`, empty: 'Qui non c’è nulla su cui puoi lavorare' },
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

export interface FeatureNames {
  /** `dev-packages` */
  name: string
  /** `DevPackages` */
  pascal: string
  /** `devPackages` */
  camel: string
}

export function namesOf(name: string): FeatureNames {
  const pascal = name.replaceAll(/(?:^|-)([a-z0-9])/g, (_whole, letter: string) => letter.toUpperCase())
  return { name, pascal, camel: pascal[0]!.toLowerCase() + pascal.slice(1) }
}

/** Versions the repository already uses, so that the lockfile needs no new package. */
export type Versions = (name: string) => string

function manifest({ name }: FeatureNames, { hasCall, hasGame }: FeatureOptions, version: Versions): string {
  const own = [
    '@qd/contract-kit',
    '@qd/server-kit',
    '@qd/web-base',
    '@qd/web-calls',
    '@qd/web-controls',
    '@qd/web-frame',
    '@qd/web-testing',
  ]
  const foreign = hasCall ? ['antd', 'react'] : ['react']
  return json({
    name: `@qd/${name}`,
    version: '0.1.0',
    private: true,
    type: 'module',
    exports: {
      './contract': './contract/index.ts',
      './server': './server/index.ts',
      './web': './web/index.tsx',
    },
    dependencies: Object.fromEntries([
      ...own.map((each) => [each, '0.1.0']),
      ...foreign.map((each) => [each, version(each)]),
    ]),
    ...(hasGame ? { devDependencies: { '@qd/adapter-standard': '0.1.0' } } : {}),
  })
}

function contract(names: FeatureNames, options: FeatureOptions): string {
  const { name, camel } = names
  const { hasCall, role } = options
  // Whoever may make the call reaches the page it stands on.
  const readers = BUILT_IN_ROLES.filter((code) => code === 'reviewer' || code === role)
  return `import { definePermission, defineRoute, ${hasCall ? 'schemas, ' : ''}z } from '@qd/contract-kit'

export const ${camel}Read = definePermission({
  routerName: '${name}',
  code: 'read',
  type: 'menu',
  heldBy: ${heldBy(readers)},
})

/** Where the caller may work with this feature. */
export const ${camel}Overview = defineRoute({
  method: 'POST',
  path: '/platform/${camel}/overview',
  title: '${name}.overview',
  permission: ${camel}Read,
  level: 0,
  risk: 'R0',
  scopeRule: 'reach',
  body: z.object({}),
  reply: z.object({ places: z.array(z.string()) }),
})
${hasCall ? callContract(names, options) : ''}`
}

function serverIndex({ name, pascal, camel }: FeatureNames, { hasCall, hasGame }: FeatureOptions): string {
  const routes = [`serve(${camel}Overview, (_input, ctx) => showOverview(ctx.caller))`]
  if (hasCall) routes.push(`serve(${camel}Ask, (_input, ctx) => showAnswer(${hasGame ? 'deps, ' : ''}ctx))`)
  return `import { serve } from '@qd/server-kit'
import type { ServerFeature } from '@qd/server-kit'
import { ${hasCall ? `${camel}Ask, ` : ''}${camel}Overview } from '../contract/index.ts'
${hasCall ? "import { showAnswer } from './show-answer.ts'\n" : ''}${hasGame ? `import type { ${pascal}Deps } from './show-answer.ts'\n` : ''}import { showOverview } from './show-overview.ts'

/** Table of contents of the server room. */
export function create${pascal}Feature(${hasGame ? `deps: ${pascal}Deps` : ''}): ServerFeature {
  return {
    name: '${name}',
    texts: new URL('../contract/locales/', import.meta.url),
    routes: [
      ${routes.join(',\n      ')},
    ],
  }
}
`
}

function server(names: FeatureNames, options: FeatureOptions): Record<string, string> {
  const { name, pascal, camel } = names
  // The route test of the overview needs no game.
  const deps = options.hasGame ? "{ reach: { reach: () => Promise.reject(new Error('not asked')) } }" : ''
  return {
    'server/index.ts': serverIndex(names, options),
    'server/show-overview.ts': `import { holds, permissionKey } from '@qd/contract-kit'
import type { RouteReplyGiven } from '@qd/contract-kit'
import type { Caller } from '@qd/server-kit'
import { ${camel}Read } from '../contract/index.ts'
import type { ${camel}Overview } from '../contract/index.ts'

/** The places below which a grant of the caller holds the permission. */
export function showOverview(caller: Caller): RouteReplyGiven<typeof ${camel}Overview> {
  const key = permissionKey(${camel}Read)
  const places = caller.grants.filter((grant) => holds([{ ...grant, scope: '*', environment: '*' }], key, {}))
  return { places: [...new Set(places.map(({ scope }) => scope))].toSorted() }
}
`,
    'server/show-overview.test.ts': `import { afterAll, describe, expect, it } from 'vitest'
import { aCaller, createTestApp } from '@qd/server-kit/testing'
import { create${pascal}Feature } from './index.ts'

const path = '/platform/${camel}/overview'
const grant = (scope: string, code: string) => ({ scope, environment: '*' as const, codes: [code] })
const test = createTestApp({ features: [create${pascal}Feature(${deps})] })
afterAll(() => test.close())

describe('${name} overview', () => {
  it('names the places where the caller holds the permission', async () => {
    const caller = aCaller('zhou', [grant('lantern/harbour', '${name}.read'), grant('ember', 'other.read')])
    const answer = await test.as(caller).post(path)
    expect(answer.body).toMatchObject({ status: 0, data: { places: ['lantern/harbour'] } })
  })

  it('answers 401 without login', async () => {
    expect((await test.anonymous.post(path)).http).toBe(401)
  })

  it('answers 403 without the permission', async () => {
    expect((await test.as(aCaller('he', [grant('*', 'other.read')])).post(path)).http).toBe(403)
  })

  it('names an unknown field', async () => {
    const answer = await test.as(aCaller('lin', [grant('*', '*')])).post(path, { page: 1 })
    expect([answer.http, answer.body.err?.field]).toEqual([400, 'page'])
  })
})
`,
    ...(options.hasCall ? callServer(names, options) : {}),
  }
}

function page({ name, pascal, camel }: FeatureNames, { hasCall }: FeatureOptions): string {
  const panel = `<Panel title={t('title')} count={places.length}>
      {places.length === 0 ? <EmptyState title={t('empty')} /> : places.map((place) => <div key={place}>{place}</div>)}
    </Panel>`
  return `import { useTexts } from '@qd/web-base'
import { useCall } from '@qd/web-calls'
import { LoadingRows, Panel } from '@qd/web-controls'
import { EmptyState, ErrorState } from '@qd/web-frame'
import { ${camel}Overview } from '../contract/index.ts'
${hasCall ? "import { AskPanel } from './ask-panel.tsx'\n" : ''}
export function ${pascal}Page() {
  const t = useTexts('${name}')
  const overview = useCall(${camel}Overview, { body: {} }, { tag: '${name}:title', told: 'inline' })
  if (overview.isPending) return <LoadingRows rows={4} />
  if (overview.isError) return <ErrorState error={overview.error} onRetry={() => void overview.refetch()} />
  const { places } = overview.data
  return (
    ${hasCall ? `<>\n<AskPanel />\n${panel}\n</>` : panel}
  )
}
`
}

function web(names: FeatureNames, options: FeatureOptions): Record<string, string> {
  const { name, pascal, camel } = names
  return {
    'web/index.tsx': `import { lazyPart } from '@qd/web-base'
import type { WebFeature } from '@qd/web-frame'
import { ${camel}Read } from '../contract/index.ts'
import './texts.ts'

const ${pascal}Page = lazyPart(() => import('./${name}-page.tsx').then((room) => ({ default: room.${pascal}Page })))

/** What the console shows of this feature. */
export const webFeature: WebFeature = {
  name: '${name}',
  pages: [
    { path: '${camel}', titleKey: 'title', component: ${pascal}Page, level: 0, permission: ${camel}Read, menu: { order: 900 } },
  ],
}
`,
    [`web/${name}-page.tsx`]: page(names, options),
    ...(options.hasCall ? callWeb(names, options) : {}),
    'web/texts.ts': `import type cn from './locales/cn.json'

declare module '@qd/web-base' {
  interface FeatureTexts {
    '${name}': typeof cn
  }
}
`,
  }
}

function locales(names: FeatureNames, { hasCall }: FeatureOptions): Record<string, string> {
  const { name } = names
  const files: Record<string, string> = {}
  for (const language of LANGUAGES) {
    const title = WORDS[language].overview(name)
    const call = hasCall ? callTexts(names, language) : null
    files[`contract/locales/${language}.json`] = json({
      errors: {},
      routes: { [`${name}.overview`]: title, ...call?.routes },
      permissions: { [`${name}.read`]: title, ...call?.permissions },
      texts: {},
    })
    files[`web/locales/${language}.json`] = json({ title, empty: WORDS[language].empty, ...call?.web })
  }
  return files
}

/** Every file of a new feature by its path inside the feature's folder. */
export function featureFiles(
  names: FeatureNames,
  options: FeatureOptions,
  version: Versions,
): Record<string, string> {
  return {
    'package.json': manifest(names, options, version),
    'contract/index.ts': contract(names, options),
    ...server(names, options),
    ...web(names, options),
    ...locales(names, options),
  }
}
