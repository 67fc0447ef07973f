import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'

const root = join(import.meta.dirname, '../..')

/** Where the options stand in each way to make a call. */
const OPTIONS_AT: Record<string, number> = { call: 2, callFile: 2, useCall: 2, useCalls: 2, useSend: 1 }
/** The one place each of these may stand in: elsewhere a failure, or a file, would get past it. */
const ONE_HOME: [pattern: RegExp, home: RegExp, instead: string][] = [
  [/\bfetch\(/, /web-calls\/src\/api\//, 'call, callFile, useCall or useSend'],
  [/XMLHttpRequest|sendBeacon/, /web-calls\/src\/api\//, 'call, callFile, useCall or useSend'],
  [/createObjectURL/, /web-base\/src\/save-file\.ts$/, 'saveFile'],
  [/type="file"/, /web-frame\/src\/dialog\/file-button\.tsx$/, 'FileButton'],
]

type Node = Record<string, unknown> & { type?: string }

export interface CallSite {
  file: string
  callee: string
  route: string
  /** `namespace:key`; null: not to be found. */
  tag: string | null
  /** The place, or `quiet: reason`; null: not to be found. */
  told: string | null
}

function walk(node: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(node)) for (const each of node) walk(each, visit)
  else if (typeof node === 'object' && node !== null) {
    visit(node as Node)
    for (const part of Object.values(node)) walk(part, visit)
  }
}

/** Takes off what TypeScript adds: `as const`, parentheses. */
function bare(node: Node | undefined): Node | undefined {
  const inner = node?.['expression'] as Node | undefined
  const isWrapped = ['TsConstAssertion', 'TsAsExpression', 'ParenthesisExpression'].includes(node?.type ?? '')
  return isWrapped ? bare(inner) : node
}

/** All texts an expression can stand for: both ends of a choice. */
function textsIn(node: Node | undefined): string[] {
  const found = bare(node)
  if (found?.type === 'StringLiteral') return [found['value'] as string]
  if (found?.type === 'ConditionalExpression') {
    return [found['consequent'], found['alternate']].flatMap((part) => textsIn(part as Node))
  }
  return []
}

function fieldsOf(node: Node | undefined, consts: ReadonlyMap<string, Node>): Map<string, Node> {
  const found = bare(node)
  if (found?.type === 'Identifier') {
    const known = consts.get(found['value'] as string)
    return known === undefined ? new Map() : fieldsOf(known, consts)
  }
  const fields = new Map<string, Node>()
  for (const property of (found?.['properties'] as Node[] | undefined) ?? []) {
    if (property.type === 'SpreadElement') {
      for (const [name, value] of fieldsOf(property['arguments'] as Node, consts)) fields.set(name, value)
    } else if (property.type === 'KeyValueProperty') {
      fields.set((property['key'] as { value: string }).value, property['value'] as Node)
    }
  }
  return fields
}

function placeOf(node: Node | undefined): string | null {
  const [text] = textsIn(node)
  if (text !== undefined) return text
  const [reason] = textsIn(fieldsOf(node, new Map()).get('quiet'))
  return reason === undefined || reason === '' ? null : `quiet: ${reason}`
}

/** Every call a source makes, with who asks and where a failure is told. */
export function callSitesIn(file: string, source: string): CallSite[] {
  const program = parseSync(source, { syntax: 'typescript', tsx: file.endsWith('x') }) as unknown as Node
  const consts = new Map<string, Node>()
  walk(program, (node) => {
    const id = node['id'] as { type?: string; value?: string } | undefined
    if (node.type === 'VariableDeclarator' && id?.type === 'Identifier' && node['init']) {
      consts.set(id.value!, node['init'] as Node)
    }
  })
  const sites: CallSite[] = []
  walk(program, (node) => {
    const callee = (node['callee'] as { type?: string; value?: string } | undefined)?.value ?? ''
    const at = node.type === 'CallExpression' && Object.hasOwn(OPTIONS_AT, callee) ? OPTIONS_AT[callee] : null
    if (at === null) return
    const given = (node['arguments'] as { expression: Node }[]).map(({ expression }) => expression)
    const fields = fieldsOf(given[at!], consts)
    const tags = textsIn(fields.get('tag'))
    const route = (given[0]?.['value'] as string | undefined) ?? '?'
    const told = placeOf(fields.get('told'))
    sites.push(...(tags.length === 0 ? [null] : tags).map((tag) => ({ file, callee, route, tag, told })))
  })
  return sites
}

export function webFiles(): { file: string; source: string }[] {
  return globSync(
    ['apps/web/**/*.{ts,tsx}', 'features/*/web/**/*.{ts,tsx}', 'packages/web-*/src/**/*.{ts,tsx}'],
    {
      cwd: root,
    },
  )
    .filter((file) => !/\.test\.tsx?$|\/(web-)?testing\//.test(file))
    .map((file) => ({ file, source: readFileSync(join(root, file), 'utf8') }))
}

/** What stands outside its one home. */
export function straysIn(file: string, source: string): string[] {
  return ONE_HOME.filter(([pattern, home]) => pattern.test(source) && !home.test(file)).map(
    ([pattern, , instead]) => `${file}: ${pattern.source}; use ${instead}`,
  )
}
