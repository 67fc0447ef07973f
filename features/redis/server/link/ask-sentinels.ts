import type { Arg, SentinelReply } from './redis-link.ts'
import { greet } from './greet.ts'
import { addressText } from './way.ts'
import type { Address, Way, WayOptions } from './way.ts'

/** A socket to one sentinel with what the connection has for them. */
export async function enterSentinel(
  way: Way,
  { config, secrets }: WayOptions,
  going: Parameters<typeof greet>[2] & { node: Address },
): ReturnType<typeof greet> {
  const { node, ...steps } = going
  const stream = await way.open(node, steps)
  const greeting = {
    at: addressText(node),
    username: config.sentinel!.username,
    isNamed: false,
    password: secrets.sentinelPassword ?? '',
    db: 0,
    timeoutMs: config.timeoutMs,
  }
  return greet(stream, greeting, steps)
}

/** Asks each sentinel of a connection by itself: they may see the group in different ways, and some may be gone. */
export async function askSentinels(
  way: Way,
  options: WayOptions,
  args: readonly Arg[],
): Promise<SentinelReply[]> {
  const going = { onStep: () => undefined, signal: new AbortController().signal }
  return Promise.all(
    options.config.sentinel!.nodes.map(async (node) => {
      const at = addressText(node)
      try {
        const socket = await enterSentinel(way, options, { ...going, node })
        try {
          return { at, reply: await socket.send(args) }
        } finally {
          socket.close()
        }
      } catch (error) {
        return { at, reply: error as Error }
      }
    }),
  )
}
