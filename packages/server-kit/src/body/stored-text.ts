import { Readable } from 'node:stream'
import { bodyRulesOf } from '@qd/contract-kit'
import type { AnyRoute } from '@qd/contract-kit'
import { BodyPace } from './body-pace.ts'
import { BodyShare } from './body-share.ts'
import { SentText } from './sent-text.ts'

/** It is there already: nobody waits for it, so the longest a timer can wait is never reached. */
const NO_PACE = { bodyTimeout: 1_000_000_000, bodyBytesPerSecond: 0 }

/** A body of type `text/plain` as it was stored, within the limits of its call. */
export function storedText(route: AnyRoute, body: unknown, text: string): SentText {
  const source = Readable.from([Buffer.from(`${JSON.stringify(body)}\n`), Buffer.from(text)])
  const pace = new BodyPace(NO_PACE)
  pace.stop()
  const hold = new BodyShare().hold({ key: 'stored', isStranger: false })
  return new SentText(source, { rules: bodyRulesOf(route), hold, pace, isPublic: false })
}
