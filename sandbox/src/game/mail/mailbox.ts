import type { ItemStack, MailRow, PlayerDocument } from '../document.ts'

const MAIL_CAPACITY = 100
export const MAIL_LIFETIME = 30 * 86_400

/** A mail before it has a number in somebody's mailbox. */
export type Letter = Omit<MailRow, 'mailId'>

export const isMailboxFull = ({ mail }: PlayerDocument): boolean => Object.keys(mail).length >= MAIL_CAPACITY

/** A number no mail of the player has; seconds leave room for the daily ones. */
function freeMailId({ role, mail }: PlayerDocument, at: number): string {
  let id = (BigInt(role.uId) % 1_000_000n) * 10_000_000_000_000n + BigInt(at) * 1000n
  while (mail[id.toString()]) id += 1n
  return id.toString()
}

/** Puts a letter into the mailbox; null when it is full. */
export function putLetter(document: PlayerDocument, letter: Letter): MailRow | null {
  if (isMailboxFull(document)) return null
  const mailId = freeMailId(document, letter.sendAt)
  const row: MailRow = { ...letter, mailId, attach: letter.attach.map((stack: ItemStack) => ({ ...stack })) }
  document.mail[mailId] = row
  return row
}
