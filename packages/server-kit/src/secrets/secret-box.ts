/** Seals secrets at rest. `place` is table, row and field, so that a sealed text can't be moved elsewhere. */
export interface SecretBox {
  /** False when the master key is wrong or missing: health answers, secrets stay closed. */
  readonly isOpen: boolean
  seal(plain: string, place: string): string
  /** Throws `secrets_sealed` while closed. */
  open(sealed: string, place: string): string
  /** Keyed digest for audit rows: lets equal secrets be compared, never read. `[sealed]` while closed. */
  digest(plain: string): string
}
