import { readFileSync } from 'node:fs'
import { AppError } from '@qd/contract-kit'
import { LANGUAGE_TAGS } from '@qd/i18n'
import { readSchema } from '@qd/proto-wire'
import type { CallContext } from '@qd/server-kit'
import { docModelOf, simulatorErrors } from '../../../contract/index.ts'
import type { Definition } from '../packed-definition.ts'
import { siteDataOf } from './site-data.ts'

const ASSETS = ['index.html', 'site.css', 'search.js', 'site.js'] as const

const TEXTS = [
  'search',
  'contents',
  'nothing',
  'choose',
  'gone',
  'others',
  'theme',
  'command',
  'fields',
  'values',
  'number',
  'name',
  'type',
  'label',
  'comment',
  'deprecated',
  'noFields',
  'example',
  'bytes',
  'usedBy',
  'req',
  'res',
  'push',
]

/** As text in a script: a literal would take `__proto__` for something else, and older browsers end lines at U+2028. */
function scriptOf(data: unknown): string {
  const text = JSON.stringify(JSON.stringify(data))
  const safe = text.replaceAll(/[\u2028\u2029<]/g, (found) => {
    return `\\u${found.codePointAt(0)!.toString(16).padStart(4, '0')}`
  })
  return `window.PROTOCOL = JSON.parse(${safe})\n`
}

/** The documentation of a definition as files that open from a folder, in the caller's language. */
export function siteFilesOf(
  definition: Definition,
  { hash, title }: { hash: string; title: string },
  ctx: Pick<CallContext, 'text' | 'lang'>,
): Record<string, string> {
  const read = readSchema(definition)
  if (!read.ok) {
    const params = { reason: [read.path, read.reason, read.found].filter(Boolean).join(' ') }
    throw new AppError(simulatorErrors.definition_refused, { params })
  }
  const model = docModelOf(read.schema, definition.nested, definition.cmds)
  const data = {
    ...siteDataOf(read.schema, model),
    lang: LANGUAGE_TAGS[ctx.lang],
    title,
    version: hash,
    texts: Object.fromEntries(TEXTS.map((key) => [key, ctx.text(`simulator.site.${key}`)])),
  }
  const assets = ASSETS.map((name) => {
    return [name, readFileSync(new URL(`assets/${name}`, import.meta.url), 'utf8')] as const
  })
  return { ...Object.fromEntries(assets), 'data.js': scriptOf(data) }
}
