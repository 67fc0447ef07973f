/** Something that is to give items and has not given all of them: a mail before it is sent, a batch of codes in use. */
export interface WaitingGift {
  /** Names it among those of all features: `mail:7`. */
  readonly id: string
  /** What people call it. */
  readonly name: string
  /** Username of who made it. */
  readonly author: string
  /** Page of the console it is on. */
  readonly page: string
  /** Numbers of its items. */
  readonly numbers: readonly string[]
}
