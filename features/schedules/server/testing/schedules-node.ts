import { flushCompileCache } from 'node:module'
import { openStore } from '@qd/store'
import { leaveEffect, schedulesWorld, worldMigrations } from './schedules-world.ts'
import type { RunPing } from './schedules-world.ts'

/*
 * A node that runs entries of the test's kind, as a process to be killed: `node schedules-node.ts <JSON of NodeOrder>`.
 * It tells of each run before and after its effect, and waits there for the test: a `g` lets one go on, an `f` all.
 */

export interface NodeOrder {
  name: string
  where: { dataDir?: string; databaseUrl?: string }
  /** What its clock shows. */
  nowMs: number
}

const order = JSON.parse(process.argv[2] ?? '') as NodeOrder
const waiting: (() => void)[] = []
let isFree = false
process.stdin.on('data', (bytes: Buffer) => {
  for (const letter of bytes.toString()) {
    isFree ||= letter === 'f'
    for (const goOn of waiting.splice(0, isFree ? waiting.length : 1)) goOn()
  }
})
const told = (line: string) => {
  console.log(line)
  return isFree ? Promise.resolve() : new Promise<void>((resolve) => waiting.push(resolve))
}

const run: RunPing = async (scheduled) => {
  await told('before')
  const outcome = await leaveEffect(order.name)(scheduled)
  await told('after')
  return outcome
}

// It is killed, so that it never comes to keep them at its end.
flushCompileCache()
const store = await openStore<never>({ ...order.where, migrations: worldMigrations })
const world = schedulesWorld(store, {
  run,
  nowMs: () => order.nowMs,
  onLog: (detail) => console.log(`log ${(detail as { err?: { code?: string } }).err?.code ?? ''}`),
})
world.signIn('ann')
await world.schedules.start()
console.log('ready')

/** Says once that every run it knows of has ended. */
const ending = setInterval(() => {
  void look()
}, 20)
async function look(): Promise<void> {
  const runs = await world.store.read.selectFrom('schedule_run').select('state').execute()
  if (runs.length === 0 || runs.some(({ state }) => state !== 'done')) return
  clearInterval(ending)
  console.log('ended')
}
