import { jsonBody, msgpackOfJson } from '@qd/game-frame'
import { encodeMessage, findMessage } from '@qd/proto-wire'
import type { Draft, DraftOf, Encoded } from './draft.ts'
import { withVariables } from './variables.ts'
import type { Variables } from './variables.ts'

/** What would be sent, or the first thing that stands in the way. */
export function encodeDraft({ schema, message, kind }: DraftOf, draft: Draft, variables: Variables): Encoded {
  const [typed] = Object.entries(draft.typed)
  if (typed !== undefined) return { ok: false, typed: { path: typed[0], ...typed[1] } }
  if (draft.fault !== null) return { ok: false, text: draft.fault }
  if (draft.raw !== null) return { ok: true, bytes: draft.raw }
  if (kind === 'raw') return { ok: false, kind }
  const { value, missing } = withVariables(draft.value, variables)
  if (missing.length > 0) return { ok: false, missing }
  const encoded =
    kind === 'msgpack'
      ? msgpackOfJson(value, findMessage(schema, message))
      : encodeMessage(schema, message, value)
  if (!encoded.ok) return { ok: false, fault: encoded }
  if (kind !== 'json') return encoded
  const body = jsonBody(value)
  return body.ok ? { ...body, body: value } : { ok: false, fault: body }
}
