/**
 * Rules that let a user run scripts which read, and nothing else. What the category of connections adds besides is nothing a
 * script may send; its commands on other clients are taken away again all the same.
 */
export const SCRIPT_RULES =
  '+@read -@dangerous -@admin +eval_ro +evalsha_ro +fcall_ro +@connection +info +command -client'

/** The command that makes such a user, for an administrator of the server: the console makes none. */
export function scriptUserCommand(user: string): string {
  return `ACL SETUSER ${user} reset on >PASSWORD ~* ${SCRIPT_RULES}`
}
