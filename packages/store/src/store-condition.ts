/** How the place is where the data lives. */
export interface StoreCondition {
  /** No room: only writes marked `inReserve` are taken. */
  isFull: boolean
  /** What is damaged; null: nothing that is known. Stays until the database is opened anew. */
  damage: string | null
}

/** Keeps the condition of one store and tells each change once. */
export class ConditionKeeper {
  #now: StoreCondition = { isFull: false, damage: null }
  readonly #onChange: (condition: StoreCondition) => void

  constructor(onChange: (condition: StoreCondition) => void = () => undefined) {
    this.#onChange = onChange
  }

  get now(): Readonly<StoreCondition> {
    return this.#now
  }

  setFull(isFull: boolean): void {
    if (this.#now.isFull !== isFull) this.#change({ ...this.#now, isFull })
  }

  /** The first one counts: later ones mostly follow from it. */
  setDamage(damage: string): void {
    if (this.#now.damage === null) this.#change({ ...this.#now, damage })
  }

  #change(next: StoreCondition): void {
    this.#now = next
    this.#onChange(next)
  }
}
