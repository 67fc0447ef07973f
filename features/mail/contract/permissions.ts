import { definePermission } from '@qd/contract-kit'

/** See mails, their recipients and what came of them. */
export const seeMail = definePermission({
  routerName: 'mail',
  code: 'see',
  type: 'menu',
  heldBy: ['operator', 'developer', 'reviewer', 'reader'],
})

/** Write mails, templates and lists of recipients; nothing goes to players. */
export const editMail = definePermission({
  routerName: 'mail',
  code: 'edit',
  type: 'button',
  heldBy: ['operator'],
})

/** Send a mail to players. */
export const sendMail = definePermission({
  routerName: 'mail',
  code: 'send',
  type: 'job',
  heldBy: ['operator'],
  risk: 'R3',
})

/** Take mails out of mailboxes again, and with a proof what players claimed. */
export const recallMail = definePermission({
  routerName: 'mail',
  code: 'recall',
  type: 'job',
  heldBy: ['operator'],
  risk: 'R3',
})

/**
 * Keep the accounts that test mails go to, and the words that no mail may have. No built-in role holds it: test mails need no
 * approval, so whoever sends them does not say where they go.
 */
export const keepTestAccounts = definePermission({
  routerName: 'mail',
  code: 'testAccounts',
  type: 'button',
  heldBy: [],
})
