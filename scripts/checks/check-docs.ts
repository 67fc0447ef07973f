import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import glossary from '../../packages/i18n/src/glossary.json' with { type: 'json' }
import { LANGUAGES } from '../../packages/i18n/src/index.ts'
import { readLocaleFolders } from '../languages/locale-files.ts'
import { commentProblems, proseProblems, wordProblem } from './prose-rules.ts'
import { isMain, report, type Findings } from './report.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const find = (pattern: string) =>
  globSync(pattern, {
    cwd: root,
    exclude: (name) => ['node_modules', 'dist', 'data'].includes(String(name)),
  }).toSorted()

const NUMBER = /\bS\d{1,2}\.\d{2}\b/g
const numbersIn = (text: string) => new Set(text.match(NUMBER))

/** Requirement numbers that stand in brackets in some test title. */
function testedNumbers(): Set<string> {
  const files = find('{packages,features,adapters,apps,sandbox,e2e,scripts}/**/*.test.{ts,tsx}')
  const brackets = files.flatMap((file) => read(file).match(/\[[^\]\n]*\bS\d{1,2}\.\d{2}\b[^\]\n]*\]/g) ?? [])
  return numbersIn(brackets.join(' '))
}

/** Rules of a page marked `Status: done` must have a test; of others they are counted only. */
function specProblems(): { problems: string[]; summary: string } {
  const tested = testedNumbers()
  const claimed = new Set<string>()
  const problems: string[] = []
  for (const file of find('docs/spec/*.md')) {
    const text = read(file)
    const numbers = numbersIn(text)
    const missing = [...numbers].filter((number) => !tested.has(number))
    for (const number of numbers) claimed.add(number)
    if (/^Status: done$/m.test(text))
      problems.push(...missing.map((number) => `${file}: no test names [${number}]`))
    if (numbers.size === 0) problems.push(`${file}: no rule carries a requirement number`)
  }
  const missing = [...claimed].filter((number) => !tested.has(number)).toSorted()
  const list = missing.length === 0 ? '' : `: ${missing.join(' ')}`
  return {
    problems,
    summary: `${claimed.size} requirements in docs/spec, ${missing.length} without a test${list}`,
  }
}

function featureTableProblems(): string[] {
  const table = [...read('docs/architecture.md').matchAll(/^\| \[?`?([a-z-]+)`?\]?\(\.\.\/features\//gm)].map(
    (row) => row[1]!,
  )
  const folders = readdirSync(join(root, 'features'))
  return [
    ...folders
      .filter((name) => !table.includes(name))
      .map((name) => `docs/architecture.md: feature ${name} is missing`),
    ...table
      .filter((name) => !folders.includes(name))
      .map((name) => `docs/architecture.md: there is no feature ${name}`),
  ]
}

function linkProblems(file: string): string[] {
  const links = [...read(file).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1]!)
  return links
    .filter((link) => !/^(?:https?:|mailto:|#)/.test(link))
    .map((link) => link.replace(/#.*$/, ''))
    .filter((link) => !existsSync(join(root, dirname(file), link)))
    .map((link) => `${file}: link to ${link} leads nowhere`)
}

function commandProblems(file: string, scripts: Set<string>): string[] {
  const named = [...read(file).matchAll(/\bnpm (?:run ([a-z][a-z:-]*)|(start|test)\b)/g)].map(
    (match) => match[1] ?? match[2]!,
  )
  const unknown = [...new Set(named)].filter((name) => !scripts.has(name))
  return unknown.map((name) => `${file}: package.json has no script ${name}`)
}

function decisionProblems(): string[] {
  const files = find('docs/decisions/*.md')
  const numbers = files.map((file) => basename(file).slice(0, 4))
  return files.flatMap((file, index) => {
    const number = numbers[index]!
    const problems: string[] = []
    if (!/^\d{4}-[a-z0-9-]+\.md$/.test(basename(file))) problems.push(`${file}: name it NNNN-title.md`)
    if (numbers.indexOf(number) !== index) problems.push(`${file}: number ${number} is taken`)
    const text = read(file)
    if (!text.startsWith(`# ${number} `)) problems.push(`${file}: the title does not start with its number`)
    for (const part of ['Status: ', '## Context', '## Decision', '## Consequences'])
      if (!text.includes(part)) problems.push(`${file}: lacks "${part.trim()}"`)
    return problems
  })
}

function dependencyProblems(): string[] {
  const listed = new Set(
    [...read('docs/dependencies.md').matchAll(/^\| `([^`]+)`/gm)].map((match) => match[1]!),
  )
  const used = new Set<string>()
  for (const file of [
    'package.json',
    ...find('{packages,features,adapters,apps}/*/package.json'),
    ...find('{sandbox,bench,e2e}/package.json'),
  ]) {
    const manifest = JSON.parse(read(file)) as Record<string, Record<string, string> | undefined>
    for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies'])
      for (const name of Object.keys(manifest[kind] ?? {})) if (!name.startsWith('@qd/')) used.add(name)
  }
  return [
    ...[...used]
      .filter((name) => !listed.has(name))
      .map((name) => `docs/dependencies.md: ${name} is missing`),
    ...[...listed]
      .filter((name) => !used.has(name))
      .map((name) => `docs/dependencies.md: nothing uses ${name}`),
  ]
}

/** Pages a program writes, and the one that quotes bad sentences on purpose. */
const NOT_PROSE = new Set([
  'docs/spec/requirements.md',
  'docs/guides/figures.md',
  'docs/guides/game-contract-calls.md',
  'docs/style.md',
])

/** Hard sentences in the pages, and private words in the English interface. */
function languageProblems(): string[] {
  const pages = [...find('*.md'), ...find('docs/**/*.md')]
  const texts = readLocaleFolders().flatMap(({ folder, texts: of }) =>
    [...(of.get('en') ?? [])].flatMap(([key, text]) => {
      const problem = wordProblem(text)
      return problem === null ? [] : [`${folder}/en.json: ${key}: ${problem}: ${text}`]
    }),
  )
  return [
    ...pages.filter((file) => !NOT_PROSE.has(file)).flatMap((file) => proseProblems(file, read(file))),
    ...texts,
  ]
}

/** The glossary's page shows the words the locale check demands: both must say the same. */
function glossaryPageProblems(): string[] {
  const terms = Object.values(glossary as Record<string, Record<string, string[]>>)
  const [, table = ''] = read('docs/glossary.md').split('## In ten languages')
  const rows = [...table.matchAll(/^\| (.+) \|$/gm)].map((row) => row[1]!.split(' | '))
  const [head = [], ...body] = rows
  const shown = body.filter((cells) => !cells[0]!.startsWith('---'))
  const columns = ['en', ...head.slice(1)]
  const missing = terms
    .filter((term) => !shown.some((cells) => cells[0] === term['en']![0]))
    .map((term) => `docs/glossary.md: ${term['en']![0]} is missing`)
  const wrong = shown.flatMap((cells) => {
    const same = terms.filter((term) => term['en']![0] === cells[0])
    const holds = (term: Record<string, string[]>) =>
      columns.every((language, index) => term[language]?.includes(cells[index]!))
    return same.some(holds) ? [] : [`docs/glossary.md: ${cells[0]} is not as in glossary.json`]
  })
  const gaps = LANGUAGES.filter((language) => !columns.includes(language))
  return [...missing, ...wrong, ...gaps.map((language) => `docs/glossary.md: no column ${language}`)]
}

/** Whether the documents still tell the truth about the tree they describe, in words people can read. */
export function checkDocs(): Findings {
  const spec = specProblems()
  const manifest = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const scripts = new Set(Object.keys(manifest.scripts))
  const pages = [...find('*.md'), ...find('docs/**/*.md')]
  const sources = find('{adapters,apps,bench,e2e,features,packages,sandbox,scripts}/**/*.{ts,tsx,mjs,css}')
  return {
    problems: [
      ...spec.problems,
      ...featureTableProblems(),
      ...decisionProblems(),
      ...dependencyProblems(),
      ...glossaryPageProblems(),
      ...languageProblems(),
      // The rules' own tests show what is wrong.
      ...sources
        .filter((file) => !file.includes('prose-rules'))
        .flatMap((file) => commentProblems(file, read(file))),
      ...pages.flatMap((file) => [...linkProblems(file), ...commandProblems(file, scripts)]),
    ],
    summary: `docs: ${pages.length} pages, ${spec.summary}`,
  }
}

if (isMain(import.meta.url)) report(checkDocs())
