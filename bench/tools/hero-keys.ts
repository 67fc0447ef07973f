import { Redis } from 'ioredis'

/** Servers whose heroes the keys are: as many folders. */
export const SERVERS = 366
const AT_ONCE = 50_000

/** Heroes of 366 servers, as a game names them. */
const FILL = `for at = tonumber(ARGV[1]), tonumber(ARGV[2]) do
  redis.call('SET', 'game:eu:s' .. (at % ${SERVERS}) .. ':hero:' .. string.format('%d', 30123000000 + at), '1')
end`

/** Writes `count` keys, a multiple of 50,000. */
export async function fillWithHeroes(port: number, count: number): Promise<void> {
  const redis = new Redis({ port, host: '127.0.0.1' })
  for (let at = 0; at < count; at += AT_ONCE) await redis.eval(FILL, 0, at, at + AT_ONCE - 1)
  redis.disconnect()
}
