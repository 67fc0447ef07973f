export { box, composePlaces, connectionTo, holding, placesMigrations, startPlacesApp } from './places-app.ts'
export type { Places, PlacesApp } from './places-app.ts'
export { catalogueOf, testSeed } from './test-catalogue.ts'
