import { LANGUAGES, type Language } from '../packages/i18n/src/index.ts'

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

function manifest({ name }: FeatureNames, version: Versions): string {
  const own = ['@qd/contract-kit', '@qd/server-kit', '@qd/web-kit']
  const foreign = ['react']
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
  })
}

function contract({ name, camel }: FeatureNames): string {
  return `import { definePermission, defineRoute, z } from '@qd/contract-kit'

export const ${camel}Read = definePermission({
  routerName: '${name}',
  code: 'read',
  type: 'menu',
  heldBy: ['reviewer'],
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
`
}

function server({ name, pascal, camel }: FeatureNames): Record<string, string> {
  return {
    'server/index.ts': `import { serve } from '@qd/server-kit'
import type { ServerFeature } from '@qd/server-kit'
import { ${camel}Overview } from '../contract/index.ts'
import { showOverview } from './show-overview.ts'

/** Table of contents of the server room. */
export function create${pascal}Feature(): ServerFeature {
  return {
    name: '${name}',
    texts: new URL('../contract/locales/', import.meta.url),
    routes: [serve(${camel}Overview, (_input, ctx) => showOverview(ctx.caller))],
  }
}
`,
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
const test = createTestApp({ features: [create${pascal}Feature()] })
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
  }
}

function web({ name, pascal, camel }: FeatureNames): Record<string, string> {
  return {
    'web/index.tsx': `import type { WebFeature } from '@qd/web-kit'
import { lazy } from 'react'
import { ${camel}Read } from '../contract/index.ts'
import './texts.ts'

const ${pascal}Page = lazy(() => import('./${name}-page.tsx').then((room) => ({ default: room.${pascal}Page })))

/** What the console shows of this feature. */
export const webFeature: WebFeature = {
  name: '${name}',
  pages: [
    { path: '${camel}', titleKey: 'title', component: ${pascal}Page, level: 0, permission: ${camel}Read, menu: { order: 900 } },
  ],
}
`,
    [`web/${name}-page.tsx`]: `import { EmptyState, ErrorState, LoadingRows, Panel, useCall, useTexts } from '@qd/web-kit'
import { ${camel}Overview } from '../contract/index.ts'

export function ${pascal}Page() {
  const t = useTexts('${name}')
  const overview = useCall(${camel}Overview, { body: {} }, { tag: '${name}:title', told: 'face' })
  if (overview.isPending) return <LoadingRows rows={4} />
  if (overview.isError) return <ErrorState error={overview.error} onRetry={() => void overview.refetch()} />
  const { places } = overview.data
  return (
    <Panel title={t('title')} count={places.length}>
      {places.length === 0 ? <EmptyState title={t('empty')} /> : places.map((place) => <div key={place}>{place}</div>)}
    </Panel>
  )
}
`,
    'web/texts.ts': `import type cn from './locales/cn.json'

declare module '@qd/web-kit' {
  interface FeatureTexts {
    '${name}': typeof cn
  }
}
`,
  }
}

function locales({ name }: FeatureNames): Record<string, string> {
  const files: Record<string, string> = {}
  for (const language of LANGUAGES) {
    const title = WORDS[language].overview(name)
    const routes = { [`${name}.overview`]: title }
    files[`contract/locales/${language}.json`] = json({
      errors: {},
      routes,
      permissions: { [`${name}.read`]: title },
      texts: {},
    })
    files[`web/locales/${language}.json`] = json({ title, empty: WORDS[language].empty })
  }
  return files
}

/** Every file of a new feature by its path inside the feature's folder. */
export function featureFiles(names: FeatureNames, version: Versions): Record<string, string> {
  return {
    'package.json': manifest(names, version),
    'contract/index.ts': contract(names),
    ...server(names),
    ...web(names),
    ...locales(names),
  }
}
