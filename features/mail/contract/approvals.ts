import { defineApproval } from '@qd/contract-kit'

export const mailSendApproval = defineApproval({ type: 'mail.send', title: 'mail.send' })
export const mailTakeBackApproval = defineApproval({ type: 'mail.takeBack', title: 'mail.takeBack' })
