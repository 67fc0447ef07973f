import { AppError } from '@qd/contract-kit'
import { UPDATE_FOUND, updateErrors } from '../../contract/index.ts'
import { chooseVersion } from './choose-version.ts'
import { FEED_MAX_BYTES } from './feed-format.ts'
import type { UpdateFeed } from './feed-format.ts'
import { readWhole, shownPlace, signaturePlace } from './read-source.ts'
import { asWorker, keptFault, readRow, sourceOf, takeWork } from './update-row.ts'
import type { FeedSettings, UseCaseDeps } from './updates-deps.ts'
import { assertSigned, readFeed } from './verify-feed.ts'

const SIGNATURE_MAX_BYTES = 1_024
const NOT_THERE = new Set([403, 404, 410])

/** A feed without a signature is a fault of its own: its publisher forgot a step. */
async function readSignature(deps: UseCaseDeps, source: FeedSettings, signal: AbortSignal): Promise<string> {
  const place = signaturePlace(source.feed)
  const wanted = { place, maxBytes: SIGNATURE_MAX_BYTES, wholeMs: deps.times.feedMs, signal }
  try {
    return (await readWhole(deps, source, wanted)).toString('latin1')
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { def, params } = error
    const isMissing =
      def === updateErrors.update_unreadable ||
      (def === updateErrors.update_status && NOT_THERE.has(Number(params['status'])))
    throw isMissing
      ? new AppError(updateErrors.update_unsigned, { cause: error, params: { place: shownPlace(place) } })
      : error
  }
}

/** The feed, once its signature was verified: until then its bytes are only counted. */
async function fetchFeed(deps: UseCaseDeps, source: FeedSettings, signal: AbortSignal): Promise<UpdateFeed> {
  const wanted = { place: source.feed, maxBytes: FEED_MAX_BYTES, wholeMs: deps.times.feedMs, signal }
  const bytes = await readWhole(deps, source, wanted)
  assertSigned(bytes, await readSignature(deps, source, signal), source.key)
  return readFeed(bytes)
}

/**
 * Keeps what the feed says. A check that nobody asked for tells all who manage updates of a version, once and unless it is
 * ignored; who asks sees it anyway, and the others hear of it later.
 */
async function keep(deps: UseCaseDeps, token: string, feed: UpdateFeed, isByHand: boolean): Promise<void> {
  const { store, notifications, running, platform, arch, nowMs } = deps
  const found = chooseVersion(feed, {
    running,
    feed: sourceOf(deps).feed,
    machine: { platform, arch },
  })
  const publishedAt = Date.parse(feed.published)
  await store.write(async (tx) => {
    const row = await readRow({ read: tx })
    if (publishedAt < row.published_at) throw new AppError(updateErrors.update_older)
    const isNews = !isByHand && found !== null && found.version !== row.told && found.version !== row.ignored
    const values = {
      work: '',
      checked_at: nowMs(),
      published_at: publishedAt,
      found: found === null ? '' : JSON.stringify(found),
      told: isNews ? found.version : row.told,
    } as const
    if (!(await asWorker(tx, token, values)) || !isNews) return
    const params = { version: found.version, running }
    await notifications.tell(tx, { kind: UPDATE_FOUND, params, key: found.version }, 'holders')
  })
}

/**
 * Reads the feed, verifies it and keeps what it says. Nothing happens while another run works. How it ended is kept, too,
 * and given back: the code of the fault, or nothing.
 */
export async function checkFeed(
  deps: UseCaseDeps,
  { isByHand, signal }: { isByHand: boolean; signal: AbortSignal },
): Promise<string | null> {
  const { store, nowMs, log } = deps
  const source = sourceOf(deps)
  const token = await store.write((tx) => takeWork(tx, 'checking', nowMs()))
  if (token === null) return null
  try {
    await keep(deps, token, await fetchFeed(deps, source, signal), isByHand)
    return null
  } catch (error) {
    const fault = keptFault(error)
    if (!(error instanceof AppError)) log.warn({ err: error }, 'the check for updates failed')
    await store.write((tx) => asWorker(tx, token, { work: '', fault: JSON.stringify(fault) }))
    return fault.code
  }
}
