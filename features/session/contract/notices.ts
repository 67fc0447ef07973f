/** Somebody signed in to the account in a browser it was never used in; told to its owner. */
export const NEW_DEVICE = { name: 'session.newDevice', level: 'warning' } as const

/** Somebody accepted an invitation; told to who invited them. */
export const INVITATION_ACCEPTED = { name: 'session.invitationAccepted', level: 'success' } as const
