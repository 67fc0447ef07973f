/** A line of a game, or one server of it: where a call goes. Line ids are unique in one installation. */
export interface PlaceRef {
  readonly game: string
  readonly lineId: string
  readonly sId?: number
}

/** A player. A uId is unique in its game only; on which line they are may change and is no part of who they are. */
export interface PlayerRef {
  readonly game: string
  readonly uId: string
}

declare const ofPlayer: unique symbol

/** A player as one text, for keys of caches and stores: `lantern/30123000045`. */
export type PlayerKey = string & { readonly [ofPlayer]: true }

export function playerKey({ game, uId }: PlayerRef): PlayerKey {
  return `${game}/${uId}` as PlayerKey
}
