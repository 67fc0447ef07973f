import type { FeedPackage, FeedVersion, UpdateFeed } from './feed-format.ts'
import { packagePlace } from './read-source.ts'
import { isForConsole, versionOrder } from './version-order.ts'

export interface FoundPackage extends Omit<FeedPackage, 'platform'> {
  name: string
}

/** A version of the feed with the package for this machine. */
export interface FoundVersion extends Pick<FeedVersion, 'version' | 'notes'> {
  publishedAt: number
  package: FoundPackage | null
}

export interface Machine {
  platform: string
  arch: string
}

/** The last part of an address, without what a file system could read as more than a name. */
function nameIn(address: string): string {
  const path = URL.parse(address)?.pathname ?? address
  const name = path
    .split('/')
    .at(-1)!
    .replaceAll(/[^\w.+-]/g, '_')
    .replace(/^\.+/, '')
    .slice(-120)
  return name === '' ? 'package' : name
}

function packageFor(
  { packages }: FeedVersion,
  { platform, arch }: Machine,
  feed: string,
): FoundPackage | null {
  const fitting = [`${platform}-${arch}`, platform, 'any'].flatMap((wanted) =>
    packages.filter((each) => each.platform === wanted),
  )
  const found = fitting[0]
  if (found === undefined) return null
  const { platform: _own, address, ...rest } = found
  return { ...rest, address: packagePlace(feed, address), name: nameIn(address) }
}

/** The newest version of those for a console that runs this one. */
export function chooseVersion(
  { versions }: UpdateFeed,
  { running, feed, machine }: { running: string; feed: string; machine: Machine },
): FoundVersion | null {
  const [newest] = versions
    .filter(({ version }) => isForConsole(version, running))
    .toSorted((a, b) => versionOrder(b.version, a.version))
  if (newest === undefined) return null
  return {
    version: newest.version,
    notes: newest.notes,
    publishedAt: Date.parse(newest.published),
    package: packageFor(newest, machine, feed),
  }
}
