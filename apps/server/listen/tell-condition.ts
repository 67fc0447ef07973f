import type { StoreCondition } from '@qd/store'
import type { FastifyBaseLogger } from 'fastify'

const FULL =
  'no room where the database lives: signing in and reading go on, everything else is refused until there is room'

/** Says each change of the store's condition once, in the log and to the person at the terminal. */
export function tellCondition(
  logger: Pick<FastifyBaseLogger, 'error' | 'warn'>,
  announce: (line: string) => void,
): (condition: StoreCondition) => void {
  let before: StoreCondition = { isFull: false, damage: null }
  return (now) => {
    if (now.damage !== null && before.damage === null) {
      logger.error(
        { damage: now.damage },
        'the database is damaged: writes are refused; restore the last backup',
      )
      announce(`THE DATABASE IS DAMAGED (${now.damage}): stop the console and restore the last backup.`)
    }
    if (now.isFull !== before.isFull) {
      const text = now.isFull ? FULL : 'there is room again where the database lives: everything goes on'
      if (now.isFull) logger.error(text)
      else logger.warn(text)
      announce(`${text[0]!.toUpperCase()}${text.slice(1)}.`)
    }
    before = now
  }
}
