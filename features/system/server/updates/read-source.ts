import { createReadStream } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { AppError } from '@qd/contract-kit'
import type { ErrorDef } from '@qd/contract-kit'
import { DialError, PUBLIC_NETWORKS } from '@qd/game-contract/adapter'
import type { DialFault } from '@qd/game-contract/adapter'
import { updateErrors } from '../../contract/index.ts'
import { SIGNATURE_ENDING } from './feed-format.ts'
import type { FeedSettings, UseCaseDeps } from './updates-deps.ts'

const BY_FAULT: Record<DialFault, ErrorDef> = {
  refused_address: updateErrors.update_refused_address,
  unreachable: updateErrors.update_unreachable,
  timeout: updateErrors.update_timeout,
  too_large: updateErrors.update_too_large,
  cut: updateErrors.update_unreachable,
  aborted: updateErrors.update_interrupted,
}

const isWeb = (place: string) => /^https?:\/\//.test(place)

/** The signature beside a feed: a query, e.g. with a token, stays behind it. */
export function signaturePlace(feed: string): string {
  if (!isWeb(feed)) return feed + SIGNATURE_ENDING
  const url = new URL(feed)
  url.pathname += SIGNATURE_ENDING
  return url.href
}

/** Where a package lies: an address of its own, or beside the feed. */
export function packagePlace(feed: string, address: string): string {
  if (isWeb(address)) return address
  return isWeb(feed) ? new URL(address, feed).href : join(dirname(feed), address)
}

export interface Wanted {
  place: string
  maxBytes: number
  /** Of the whole answer. */
  wholeMs: number
  signal: AbortSignal
}

/** As people are told of it: a query may hold a token. */
export const shownPlace = (place: string) => place.replace(/\?.*$/, '')

function asUpdateError(error: unknown, place: string): unknown {
  if (error instanceof DialError) {
    return new AppError(BY_FAULT[error.fault], { cause: error, params: { place } })
  }
  const isFile = (error as NodeJS.ErrnoException | null)?.syscall !== undefined
  return isFile ? new AppError(updateErrors.update_unreadable, { cause: error, params: { place } }) : error
}

/** Only the feed's own host may be reached where the settings opened a network; other addresses stand in a file. */
function networksFor({ feed, networks }: FeedSettings, place: string) {
  const isOwn = isWeb(feed) && new URL(feed).origin === new URL(place).origin
  return isOwn ? networks : PUBLIC_NETWORKS
}

async function openWeb(
  { dialer, times }: Pick<UseCaseDeps, 'dialer' | 'times'>,
  source: FeedSettings,
  { place, maxBytes, wholeMs, signal }: Wanted,
): Promise<Readable> {
  const { connectMs, firstByteMs, idleMs } = times
  const { status, body } = await dialer.stream(place, {
    method: 'GET',
    headers: { accept: '*/*', 'accept-encoding': 'identity' },
    networks: networksFor(source, place),
    times: { connectMs, firstByteMs, idleMs, wholeMs },
    maxBytes,
    signal,
    ...(source.ca === undefined ? {} : { ca: source.ca }),
  })
  if (status === 200) return body
  body.destroy()
  const params = { place: shownPlace(place), status }
  if (status >= 300 && status < 400) throw new AppError(updateErrors.update_redirects, { params })
  throw new AppError(updateErrors.update_status, { params })
}

/** The bytes of a place, as they come; throws `updateErrors` for all that can go wrong on the way. */
export async function* readSource(
  deps: Pick<UseCaseDeps, 'dialer' | 'times'>,
  source: FeedSettings,
  wanted: Wanted,
): AsyncGenerator<Buffer> {
  const { place, maxBytes, signal } = wanted
  let bytes = 0
  try {
    const body = isWeb(place) ? await openWeb(deps, source, wanted) : createReadStream(place, { signal })
    for await (const piece of body as AsyncIterable<Buffer>) {
      bytes += piece.length
      if (bytes > maxBytes) throw new DialError('too_large', `${place} is larger than ${maxBytes} bytes`)
      yield piece
    }
  } catch (error) {
    throw asUpdateError(error, shownPlace(place))
  }
}

/** All of them at once. */
export async function readWhole(
  deps: Pick<UseCaseDeps, 'dialer' | 'times'>,
  source: FeedSettings,
  wanted: Wanted,
): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of readSource(deps, source, wanted)) pieces.push(piece)
  return Buffer.concat(pieces)
}
