import { parseJsonText } from '@qd/canonical-json'
import type { PreviewBlock, RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import type { approvalCompare } from '../../contract/index.ts'
import type { StoredRevision } from '../approval-tables.ts'
import type { UseCaseDeps } from '../approvals-deps.ts'
import { sayBlock } from '../words.ts'
import { findSeen, revisionsOf } from './find-request.ts'
import { shownRevision } from './show-request.ts'

const MOST_TOLD = 200
const MOST_CHARS = 500

/** Every value of a content by its dotted path. */
function leavesOf(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value !== 'object' || value === null) return [[path, JSON.stringify(value)]]
  return Object.entries(value).flatMap(([key, each]) => leavesOf(each, path === '' ? key : `${path}.${key}`))
}

/** The input as it was hashed: what is secret stands there by its digest. */
const inputOf = ({ content, about }: StoredRevision) => ({
  ...(parseJsonText(content) as { input: object }).input,
  ...(about === '' ? {} : { about }),
})

function differences(left: StoredRevision, right: StoredRevision) {
  const before = new Map(leavesOf(inputOf(left)))
  const after = new Map(leavesOf(inputOf(right)))
  const paths = [...new Set([...before.keys(), ...after.keys()])].toSorted()
  const cut = (text: string | undefined) => (text === undefined ? null : text.slice(0, MOST_CHARS))
  return paths
    .filter((path) => before.get(path) !== after.get(path))
    .map((path) => ({ path, left: cut(before.get(path)), right: cut(after.get(path)) }))
}

/** Two revisions side by side. */
export async function compareRevisions(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof approvalCompare>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof approvalCompare>> {
  const request = await findSeen(deps, ctx.caller, body.id)
  const revisions = await revisionsOf(deps, request.id)
  const [left, right] = [shownRevision(revisions, body.left), shownRevision(revisions, body.right)]
  const shown = ({ revision, hash, preview }: StoredRevision) => ({
    revision,
    hash,
    preview: (parseJsonText(preview) as PreviewBlock[]).map((block) => sayBlock(deps, block, ctx.lang)),
  })
  const all = differences(left, right)
  return {
    left: shown(left),
    right: shown(right),
    input: all.slice(0, MOST_TOLD),
    more: Math.max(0, all.length - MOST_TOLD),
  }
}
