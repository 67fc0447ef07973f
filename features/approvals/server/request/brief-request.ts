import { parseJsonText } from '@qd/canonical-json'
import type { PreviewBlock } from '@qd/contract-kit'
import type { Language } from '@qd/i18n'
import type { ListedApproval, ShownBlock } from '../../contract/index.ts'
import type { StoredRequest } from '../approval-tables.ts'
import type { UseCaseDeps } from '../approvals-deps.ts'
import { placesOf } from '../people/asked.ts'
import { sayBlock } from '../words.ts'

/** Rows of each part that somebody reads who decides on many. */
const MOST_ROWS = 4
const MOST_BODY_CHARS = 300

const cut = <T>(rows: readonly T[]): T[] => rows.slice(0, MOST_ROWS)

/** The part with its first rows; of checks what warns comes first. */
function inBrief(block: ShownBlock): ShownBlock[] {
  switch (block.kind) {
    case 'facts':
      return [{ ...block, rows: cut(block.rows) }]
    case 'totals':
      return [{ ...block, rows: cut(block.rows) }]
    case 'changes': {
      const sensitive = block.rows.filter(({ isSensitive }) => isSensitive === true)
      const others = block.rows.filter(({ isSensitive }) => isSensitive !== true)
      const rows = cut([...sensitive, ...others])
      return [{ ...block, rows, more: block.more + block.rows.length - rows.length }]
    }
    case 'checks': {
      const warned = block.rows.filter(({ state }) => state === 'warn')
      return warned.length === 0 ? [] : [{ ...block, rows: cut(warned) }]
    }
    case 'sample':
      return []
    case 'mail': {
      const texts = Object.entries(block.texts).map(([lang, { title, body }]) => {
        return [lang, { title, body: body.slice(0, MOST_BODY_CHARS) }] as const
      })
      return [{ ...block, texts: Object.fromEntries(texts), vars: block.vars.slice(0, 1) }]
    }
  }
}

/** What each of some requests does, in brief, by their ids. */
export async function briefsOf(
  deps: UseCaseDeps,
  requests: readonly StoredRequest[],
  lang: Language,
): Promise<Map<string, NonNullable<ListedApproval['brief']>>> {
  if (requests.length === 0) return new Map()
  const revisions = await deps.store.read
    .selectFrom('approval_revision')
    .select(['request_id', 'revision', 'preview'])
    .where(
      'request_id',
      'in',
      requests.map(({ id }) => id),
    )
    .execute()
  const previews = new Map(revisions.map((row) => [`${row.request_id} ${row.revision}`, row.preview]))
  return new Map(
    requests.map((request) => {
      const blocks = parseJsonText(previews.get(`${request.id} ${request.revision}`) ?? '[]')
      const preview = (blocks as PreviewBlock[]).flatMap((block) => inBrief(sayBlock(deps, block, lang)))
      const places = placesOf(request).map(({ scope, environment }) => ({
        scope,
        environment,
        placeName: [...deps.placeNames(scope)],
      }))
      return [request.id, { preview, places }]
    }),
  )
}
