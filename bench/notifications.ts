import { OWN_PROCESSES, openLive, startTestConsole } from '@qd/app-server/testing'
import type { LiveSocket, Speaker, TestConsole } from '@qd/app-server/testing'
import { NEW_DEVICE } from '@qd/session/contract'
import { median, type Result } from './tools/result.ts'

const USERS = 200
const NOTIFICATIONS = 10_000
const ROUNDS = 3
const PASSWORD = 'tide tables at dawn 7'

interface LiveUser {
  id: string
  speaker: Speaker
  socket: LiveSocket
}

async function makeUser(running: TestConsole, at: number): Promise<LiveUser> {
  const { administration } = running.session
  const id = await administration.createUser((change) => running.store.write(change as never), {
    username: `bench-${at}`,
    name: `Bench ${at}`,
    password: PASSWORD,
    grants: [],
  })
  const speaker = await running.signIn(`bench-${at}`, PASSWORD)
  const socket = await openLive(running.url, speaker)
  await socket.open('notifications')
  return { id, speaker, socket }
}

/** Each in a write of its own, as features tell of what happens; to one user after another. */
function tellAll(running: TestConsole, users: readonly LiveUser[], round: number): Promise<unknown> {
  const { port } = running.notifications
  const tells = Array.from({ length: NOTIFICATIONS }, (_, at) => {
    const params = { device: 'Bench', address: '192.0.2.1' }
    const notice = { kind: NEW_DEVICE, params, page: '/account', key: `${round}:${at}` }
    return running.store.write((tx) => port.tell(tx, notice, [users[at % USERS]!.id]))
  })
  return Promise.all(tells)
}

async function measureRound(
  running: TestConsole,
  users: readonly LiveUser[],
  round: number,
): Promise<number> {
  const wanted = (NOTIFICATIONS / USERS) * (round + 1)
  const startedAt = performance.now()
  const seen = users.map(({ socket }) => socket.next(({ event }) => event?.['unread'] === wanted))
  await tellAll(running, users, round)
  await Promise.all(seen)
  return (performance.now() - startedAt) / 1000
}

/** 10,000 notifications to 200 users with an open window each, until every window shows all of its own. */
export async function measure(): Promise<Result> {
  const running = await startTestConsole({}, { playersPerServer: 50, withRedis: false, ...OWN_PROCESSES })
  try {
    const users: LiveUser[] = []
    for (let at = 0; at < USERS; at += 1) users.push(await makeUser(running, at))
    const rounds: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measureRound(running, users, round))
    for (const { socket } of users) socket.socket.terminate()
    const what = `${NOTIFICATIONS} notifications to ${USERS} live users`
    return {
      rows: [{ who: what, unit: 's', rounds }],
      verdicts: [{ what, figure: median(rounds), unit: 's', goal: '<= 2' }],
      notes: ['Each told in a write of its own; server, game servers and all 200 clients are one process.'],
    }
  } finally {
    await running.dispose()
  }
}
