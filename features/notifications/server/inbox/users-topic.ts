/** Carries a JSON list of user ids whose notifications changed. */
export const USERS_TOPIC = 'notifications.users'
