export interface MenuTables {
  menu_link: LinkRow
  menu_project: ProjectRow
}

export interface LinkRow {
  id: string
  place: 'quick' | 'extra'
  name: string
  url: string
  target: 'page' | 'tab'
  /** Empty: every game. */
  game: string
  /** Empty: every operator. */
  operator: string
  /** JSON list of role codes; empty: everybody. */
  roles: string
  /** 1: the site may stand in a private network when it is asked whether it may be framed. */
  allow_private: number
  /** 1: or on the console's own machine. */
  allow_loopback: number
  position: number
  version: number
}

export interface ProjectRow {
  id: string
  ident: string
  name: string
  game: string
  operator: string
  /** JSON list of `{name, type, roles}`. */
  entries: string
  position: number
  version: number
}
