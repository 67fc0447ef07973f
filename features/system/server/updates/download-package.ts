import { createHash } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import { updateErrors } from '../../contract/index.ts'
import type { FoundPackage, FoundVersion } from './choose-version.ts'
import { readSource } from './read-source.ts'
import { foundIn } from './show-status.ts'
import { asWorker, keptFault, readRow, renew, sourceOf, takeWork } from './update-row.ts'
import type { UpdateTables } from './update-tables.ts'
import type { UseCaseDeps } from './updates-deps.ts'

/** Ends the name of what has not been verified. */
export const PART_ENDING = '.part'

/** Somebody cancelled it, here or at another node: no fault to tell. */
class Cancelled extends Error {}

interface Run {
  deps: UseCaseDeps
  token: string
  found: FoundVersion & { package: FoundPackage }
  ending: AbortController
}

async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? ''
    throw new AppError(updateErrors.update_not_written, { cause, params: { problem: code } })
  }
}

/** Writes the bytes as they come, and gives their hash; more or fewer than the feed says are refused. */
async function receive({ deps, token, found, ending }: Run, file: FileHandle): Promise<string> {
  const { address: place, size } = found.package
  const hash = createHash('sha256')
  let [done, saidAt] = [0, performance.now()]
  const wanted = { place, maxBytes: Infinity, wholeMs: deps.times.packageMs, signal: ending.signal }
  for await (const piece of readSource(deps, sourceOf(deps), wanted)) {
    done += piece.length
    if (done > size) break
    hash.update(piece)
    await onDisk(() => file.writeFile(piece))
    if (performance.now() - saidAt < deps.times.renewMs) continue
    saidAt = performance.now()
    if (!(await renew(deps, token, done))) throw new Cancelled()
  }
  if (done !== size) throw new AppError(updateErrors.update_package_size, { params: { done, size } })
  return hash.digest('hex')
}

/** A slow sender sends nothing for a while: the run still lives, and hears of a cancel at another node. */
function keepAlive({ deps, token, ending }: Run, doneSoFar: () => Promise<number>): () => void {
  const beat = async () => {
    try {
      if (!(await renew(deps, token, await doneSoFar()))) ending.abort(new Cancelled())
    } catch {
      // The database is away: the next turn asks again, and the lease ends by itself.
    }
  }
  const timer = setInterval(() => void beat(), deps.times.renewMs * 4)
  timer.unref()
  return () => clearInterval(timer)
}

/** Until its hash matched; a run that was cancelled may still hold its own. */
const partOf = (path: string, token: string) => `${path}.${token}${PART_ENDING}`

/** The verified package under its name; until its hash matched it has another one. */
async function fetchTo(run: Run, path: string): Promise<void> {
  const part = partOf(path, run.token)
  const file = await onDisk(async () => {
    await mkdir(run.deps.folder, { recursive: true, mode: 0o700 })
    return open(part, 'w', 0o600)
  })
  const stop = keepAlive(run, async () => (await file.stat()).size)
  try {
    const sha256 = await receive(run, file)
    if (sha256 !== run.found.package.sha256) throw new AppError(updateErrors.update_package_hash)
    await onDisk(() => file.sync())
  } finally {
    stop()
    await file.close()
  }
  await onDisk(() => rename(part, path))
}

async function work(run: Run): Promise<void> {
  const { deps, token, found, ending } = run
  const { version, package: own } = found
  const path = join(deps.folder, `${version}-${own.name}`)
  try {
    await fetchTo(run, path)
    const { size, sha256 } = own
    const file = JSON.stringify({ version, path, machine: deps.machine, size, sha256 })
    const isOurs = await deps.store.write((tx) => asWorker(tx, token, { work: '', done: size, file }))
    // Cancelled at the last moment.
    if (!isOurs) await rm(path, { force: true })
  } catch (error) {
    await rm(partOf(path, token), { force: true }).catch(() => undefined)
    const isCancelled = error instanceof Cancelled || ending.signal.reason instanceof Cancelled
    if (!isCancelled) deps.log.warn({ err: error }, 'the package of an update did not come')
    const fault = isCancelled ? '' : JSON.stringify(keptFault(error))
    await deps.store.write((tx) => asWorker(tx, token, { work: '', fault }))
  }
}

/** The version people were shown, with a package for this machine. */
function wantedIn(found: FoundVersion | null, version: string): Run['found'] {
  if (found?.version !== version)
    throw new AppError(updateErrors.update_version_gone, { params: { version } })
  const { package: own } = found
  if (own === null) throw new AppError(updateErrors.update_no_package, { params: { version } })
  return { ...found, package: own }
}

/** Begins to fetch the package of the version; it goes on after the call. */
export async function beginDownload(deps: UseCaseDeps, version: string, ctx: CallContext): Promise<void> {
  sourceOf(deps)
  if (deps.platform === 'darwin') throw new AppError(updateErrors.update_by_hand)
  const run = await ctx.commit<UpdateTables, Run>(async (tx) => {
    const found = wantedIn(foundIn(await readRow({ read: tx }), deps.running), version)
    const token = await takeWork(tx, 'downloading', deps.nowMs())
    if (token === null) throw new AppError(updateErrors.update_busy)
    return { deps, token, found, ending: new AbortController() }
  })
  deps.current.ending = run.ending
  deps.current.done = work(run).catch((error: unknown) =>
    deps.log.warn({ err: error }, 'how the download of an update ended was not kept'),
  )
}

/** Ends a download wherever it runs; what has come of it is removed. */
export async function cancelDownload(deps: UseCaseDeps, ctx: CallContext): Promise<void> {
  await ctx.commit<UpdateTables, void>(async (tx) => {
    await tx
      .updateTable('console_update')
      .set({ work: '', fault: '' })
      .where('work', '=', 'downloading')
      .execute()
  })
  deps.current.ending?.abort(new Cancelled())
  await deps.current.done
}
