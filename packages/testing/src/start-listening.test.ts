import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { MOST_PORTS, refusingPort } from './free-port.ts'
import { REDIS, redisArgs, startRedis } from './redis/redis-server.ts'
import { startSshd } from './sshd.ts'
import { startListening } from './start-listening.ts'

const run = promisify(execFile)

/** Somebody else who is quicker: takes connections on the port. */
async function take(port: number): Promise<void> {
  const server = createServer().listen(port, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
}

test('a program whose port somebody else took meanwhile listens on another one', async () => {
  const tried: number[] = []
  const redis = await startListening({
    ...REDIS,
    async argsOf(port, folder) {
      tried.push(port)
      if (tried.length < 3) await take(port)
      return redisArgs(port, folder)
    },
  })
  onTestFinished(redis.stop)
  expect([tried.length, tried.at(-1)]).toEqual([3, redis.port])
  const { stdout } = await run('redis-cli', ['-p', String(redis.port), 'INFO', 'server'])
  expect(stdout).toContain(`process_id:${redis.pid}\r\n`)
})

test('it is given up where each port is taken', async () => {
  let turns = 0
  const starting = startListening({
    ...REDIS,
    async argsOf(port, folder) {
      turns += 1
      await take(port)
      return redisArgs(port, folder)
    },
  })
  await expect(starting).rejects.toThrow(`redis-server found ${MOST_PORTS} ports taken`)
  expect(turns).toBe(MOST_PORTS)
})

test('one that ends for another reason is no taken port: its last words are told at once', async () => {
  let folder = ''
  const starting = startListening({
    ...REDIS,
    argsOf(port, own) {
      expect(folder).toBe('')
      folder = own
      return [...redisArgs(port, own), '--no-such-setting', 'x']
    },
  })
  await expect(starting).rejects.toThrow(/redis-server ended with 1 before it was ready: .*no-such-setting/s)
  expect(existsSync(folder)).toBe(false)
  const missing = startListening({ command: '/nowhere/redis-server', ready: /x/, argsOf: () => [] })
  await expect(missing).rejects.toThrow('/nowhere/redis-server cannot be started: spawn')
})

test('what is stopped is gone with its folder', async () => {
  for (const program of [await startRedis(['--requirepass', 'x']), await startSshd()]) {
    await program.stop()
    expect(existsSync(program.folder)).toBe(false)
    expect(() => process.kill(program.pid, 0)).toThrow('ESRCH')
  }
})

test('a port that refuses is nobody’s until it is released', async () => {
  const { port, release } = await refusingPort()
  await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  const other = createServer().listen(port, '127.0.0.1')
  await expect(once(other, 'listening')).rejects.toMatchObject({ code: 'EADDRINUSE' })
  release()
  await expect
    .poll(() =>
      take(port).then(
        () => 'taken',
        (error: Error) => error.message,
      ),
    )
    .toBe('taken')
})
