import {
  AppError,
  BYTES_TYPE,
  JSON_TYPE,
  PUBLIC_BODY_BYTES,
  TEXT_TYPE,
  bodyRulesOf,
  coreErrors,
  isSessionless,
} from '@qd/contract-kit'
import type { AnyRoute, BodyRules } from '@qd/contract-kit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressKey } from '../address-key.ts'
import { BodyPace } from './body-pace.ts'
import type { PaceRules } from './body-pace.ts'
import { BodyShare } from './body-share.ts'
import type { BodyHolder } from './body-share.ts'
import { checkHeaders } from './check-headers.ts'
import { readJson } from './read-json.ts'
import { SentBytes } from './sent-bytes.ts'
import { SentText } from './sent-text.ts'

/** What the door knows of a call before its body comes. */
export interface BodyConfig {
  readonly rules: BodyRules
  readonly isPublic: boolean
}

/** What is served beside the calls takes no more than a public one. */
const UNDECLARED: BodyConfig = {
  rules: { bytes: PUBLIC_BODY_BYTES, values: PUBLIC_BODY_BYTES, depth: 1, textBytes: null, rawBytes: null },
  isPublic: true,
}

export function bodyConfigOf(route: AnyRoute): BodyConfig {
  return { rules: bodyRulesOf(route), isPublic: isSessionless(route.permission) }
}

function holderOf({ caller, ip }: FastifyRequest): BodyHolder {
  if (caller === null) return { key: addressKey(ip), isStranger: true }
  return { key: caller.userId, isStranger: false }
}

const saidBytesOf = ({ headers }: FastifyRequest): number | null =>
  headers['content-length'] === undefined ? null : Number(headers['content-length'])

/**
 * The only way a body comes in, whatever its type: within the limits of its call, at a pace, and inside the share of
 * memory that all bodies have together. JSON is parsed here; a text is handed on unread as `SentText`, bytes as
 * `SentBytes`.
 */
export function takeBodies(app: FastifyInstance, paceRules: PaceRules): BodyShare {
  const share = new BodyShare()
  const pace = new BodyPace(paceRules)
  app.addHook('onClose', async () => pace.stop())
  app.removeAllContentTypeParsers()
  // Named too: only named types are found without reading the header anew for each request.
  app.addContentTypeParser([JSON_TYPE, TEXT_TYPE, BYTES_TYPE, '*'], (request, payload, done) => {
    const { body = UNDECLARED } = request.routeOptions.config as { body?: BodyConfig }
    try {
      // Nothing is there that could want it.
      if (request.is404) throw new AppError(coreErrors.not_found)
      const saidBytes = saidBytesOf(request)
      // An empty file is a file; what takes bytes says itself what it lacks.
      if (saidBytes === 0 && body.rules.rawBytes === null) return done(null, undefined)
      checkHeaders(request.headers, body.rules)
      // What a game server signs are the bytes, so they are looked at before anything reads them.
      const onWhole = (bytes: Buffer) => request.gameCall?.verify(bytes)
      const reading = { ...body, onWhole, pace, hold: share.hold(holderOf(request)), saidBytes }
      if (body.rules.rawBytes !== null) done(null, new SentBytes(payload, reading))
      else if (body.rules.textBytes === null) readJson(payload, reading, done)
      else done(null, new SentText(payload, reading))
    } catch (error) {
      done(error as Error)
    }
  })
  return share
}
