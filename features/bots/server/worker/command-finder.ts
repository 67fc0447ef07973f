import type { WorkerCommand } from './messages.ts'

/** Finds a command by its number, its name, or the name of its request or reply, with or without the package. */
export function commandFinder(commands: readonly WorkerCommand[]): (name: string) => number | null {
  const byName = new Map<string, number>()
  const add = (name: string, cmd: number) => {
    if (name === '') return
    const short = name.slice(name.lastIndexOf('.') + 1)
    for (const each of [name, short]) if (!byName.has(each)) byName.set(each, cmd)
  }
  for (const { cmd, name } of commands) add(name, cmd)
  for (const { cmd, req } of commands) add(req, cmd)
  for (const { cmd, res } of commands) add(res, cmd)
  const numbers = new Set(commands.map(({ cmd }) => cmd))
  return (name) => {
    if (/^\d{1,10}$/.test(name)) return numbers.has(Number(name)) ? Number(name) : null
    return byName.get(name) ?? null
  }
}
