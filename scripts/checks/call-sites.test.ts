import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { callSitesIn, straysIn, webFiles } from '../testing/call-sites.ts'

const root = join(import.meta.dirname, '../..')
const files = webFiles()
const sites = files
  // The ways to make a call hand on what they are given.
  .filter(({ file }) => !file.startsWith('packages/web-calls/src/api/'))
  .flatMap(({ file, source }) => callSitesIn(file, source))

/** What a file, or one that imports from it, has to mention where failures are told in that way. */
const SHOWN_BY: Record<string, RegExp> = {
  inline: /ErrorState|ServerPanel|OnePanel|TablePlaceholder|error=\{|\bFailure\b|Warning|retry/,
  form: /useZodForm|openReasonDialog|\.error\b|useConfirm|openConfirm|setFailure|setError|setFault|attempt|useGrantChange|failure/,
  place: /\.told|failWith|setFailure|reportFailure|failure|failures|exportAs|fault/,
}

function textOf(tag: string): unknown {
  const [namespace = '', key = ''] = tag.split(':')
  const folders: Record<string, string> = { kit: 'packages/web-base/locales', shell: 'apps/web/locales' }
  const folder = folders[namespace] ?? `features/${namespace}/web/locales`
  let found: unknown = JSON.parse(readFileSync(join(root, folder, 'cn.json'), 'utf8'))
  for (const part of key.split('.')) found = (found as Record<string, unknown> | undefined)?.[part]
  return found
}

/** The file and those that import from it, two steps up. */
function aroundOf(file: string): string {
  const stem = (path: string) => path.replace(/^.*\//, '').replace(/\.tsx?$/, '')
  const importers = (of: readonly string[]) =>
    files.filter(({ source }) => of.some((name) => new RegExp(`/${stem(name)}\\.tsx?'`).test(source)))
  const near = importers([file])
  const far = importers(near.map((each) => each.file))
  return [...files.filter((each) => each.file === file), ...near, ...far]
    .map(({ source }) => source)
    .join('\n')
}

describe('the calls of the pages', () => {
  it('each says who asks and where its failure is told', () => {
    expect(sites.length).toBeGreaterThan(150)
    expect(sites.filter(({ tag, told }) => tag === null || told === null)).toEqual([])
  })

  it('each name of an asker is a text', () => {
    expect(sites.filter(({ tag }) => typeof textOf(tag ?? '') !== 'string')).toEqual([])
  })

  it('each place that is named is there', () => {
    const lost = sites.filter(
      ({ file, told }) => SHOWN_BY[told ?? ''] && !SHOWN_BY[told ?? '']!.test(aroundOf(file)),
    )
    expect(lost).toEqual([])
  })

  it('quiet ones are few, and each has its reason', () => {
    const quiet = sites.filter(({ told }) => told?.startsWith('quiet: '))
    expect(quiet.length).toBeLessThan(45)
    expect(quiet.filter(({ told }) => told!.length < 'quiet: '.length + 15)).toEqual([])
  })

  it('requests, downloads and file pickers have one home each', () => {
    expect(files.flatMap(({ file, source }) => straysIn(file, source))).toEqual([])
  })
})

describe('the look at call sites', () => {
  const look = (source: string) => callSitesIn('x.tsx', source)[0]

  it.each([
    ['call(a, {}, { tag: "kit:ok", told: "inline" })', { tag: 'kit:ok', told: 'inline' }],
    [
      'const at = { tag: "kit:ok", told: "form" } as const; call(a, {}, { ...at })',
      { tag: 'kit:ok', told: 'form' },
    ],
    ['useSend(a, { tag: "kit:ok", told: { quiet: "a poll" } })', { tag: 'kit:ok', told: 'quiet: a poll' }],
    ['call(a, {})', { tag: null, told: null }],
    ['call(a, {}, { tag: "kit:ok" } as never)', { tag: 'kit:ok', told: null }],
    ['call(a, {}, given)', { tag: null, told: null }],
  ])('%s', (source, found) => expect(look(source)).toMatchObject(found))

  it('sees what is done past the one home', () => {
    expect(straysIn('features/x/web/a.ts', 'await fetch("/x")')).toHaveLength(1)
  })
})
