/** The page of a player; without a uId it is home. */
export const PLAYER_PAGE = 'index/:uId?'
