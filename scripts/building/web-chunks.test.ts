import { join } from 'node:path'
import type { Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { preloadsOf } from './preloads.ts'
import { chunkGroups, layerOfModules } from './web-chunks.ts'

const web = '/console/apps/web'
const at = (path: string) => join(web, path)

interface Given {
  modules: string[]
  imports?: string[]
  facade?: string
}

/** A build as the bundler divides it by itself; each module goes by its path. */
function output(chunks: Record<string, Given>): Rolldown.RolldownOutput['output'] {
  return Object.entries(chunks).map(([fileName, { modules, imports = [], facade }]) => ({
    type: 'chunk',
    fileName,
    imports,
    moduleIds: modules,
    facadeModuleId: facade === undefined ? null : at(facade),
    isDynamicEntry: facade !== undefined && facade !== 'index.html',
  })) as unknown as Rolldown.RolldownOutput['output']
}

const lazyPages = Object.fromEntries(
  ['a', 'b', 'c', 'd'].map((name) => [
    `${name}.js`,
    { modules: [`/${name}.ts`], imports: ['grid.js'], facade: `../../features/${name}/web/page.tsx` },
  ]),
)
const divided = output({
  'index.js': { modules: ['/main.ts'], imports: ['react.js'], facade: 'index.html' },
  'login.js': {
    modules: ['/login.ts'],
    imports: ['react.js', 'button.js'],
    facade: '../../features/session/web/login/login-page.tsx',
  },
  'shell.js': { modules: ['/shell.ts'], imports: ['button.js', 'tabs.js'], facade: 'shell/shell.tsx' },
  'home.js': { modules: ['/home.ts'], facade: '../../features/home/web/home-page.tsx' },
  'drafts.js': { modules: ['/drafts.ts'], facade: '../../features/data-edit/web/home/own-drafts.tsx' },
  'latest.js': { modules: ['/latest.ts'], facade: '../../features/data-edit/web/home/latest-edits.tsx' },
  'jobs.js': { modules: ['/jobs.ts'], facade: '../../features/jobs/web/home/own-jobs.tsx' },
  'player.js': {
    modules: ['/player.ts'],
    imports: ['grid.js', 'rare.js'],
    facade: '../../features/data-edit/web/player/player-page.tsx',
  },
  'react.js': { modules: ['/react.ts'] },
  'button.js': { modules: ['/button.ts'], imports: ['react.js'] },
  'tabs.js': { modules: ['/tabs.ts'] },
  'grid.js': { modules: ['/grid.ts'], imports: ['order.js'] },
  'order.js': { modules: ['/order.ts'] },
  'rare.js': { modules: ['/rare.ts', '/node_modules/lucide-react/pin.js'] },
  ...lazyPages,
})

test('each module goes with the first layer that needs it', () => {
  expect(Object.fromEntries(layerOfModules(divided, web))).toEqual({
    '/main.ts': 'entry',
    '/react.ts': 'entry',
    '/login.ts': 'entry',
    '/button.ts': 'entry',
    '/shell.ts': 'shell',
    '/tabs.ts': 'shell',
    '/node_modules/lucide-react/pin.js': 'shell',
    '/home.ts': 'common',
    '/drafts.ts': 'common',
    '/latest.ts': 'common',
    '/jobs.ts': 'common',
    '/grid.ts': 'common',
    '/order.ts': 'common',
    '/player.ts': 'player',
    '/rare.ts': 'player',
  })
})

test('a page that is not there is a fault of the build', () => {
  const without = divided.filter(({ fileName }) => fileName !== 'player.js') as typeof divided
  expect(() => layerOfModules(without, web)).toThrow('player-page.tsx')
})

test('texts of a language are two files', () => {
  const [texts] = chunkGroups(new Map()) as [{ name: unknown }]
  const nameOf = (id: string) => (texts.name as (id: string, graph: never) => string)(id, undefined as never)
  expect(nameOf('/packages/web-base/locales/cn.json')).toBe('entry-texts-cn')
  expect(nameOf('/features/session/web/locales/ru.json')).toBe('entry-texts-ru')
  expect(nameOf('/features/session/contract/locales/ru.json')).toBe('texts-ru')
  expect(nameOf('/features/audit/web/locales/ru.json')).toBe('texts-ru')
})

test('the page names what it loads early', () => {
  const manifest = {
    a: { file: 'shell-1.js', name: 'shell', css: ['shell-1.css'] },
    b: { file: 'common-1.js', name: 'common' },
    c: { file: 'player-1.js', name: 'player' },
    d: { file: 'e-cn.js', name: 'entry-texts-cn' },
    e: { file: 't-cn.js', name: 'texts-cn' },
  }
  expect(preloadsOf(manifest)).toEqual({
    signedIn: ['shell-1.js', 'shell-1.css', 'common-1.js'],
    player: ['player-1.js'],
    entryTexts: { cn: 'e-cn.js' },
    texts: { cn: 't-cn.js' },
  })
  expect(() => preloadsOf({ a: manifest.a })).toThrow('common')
})
