export { box, placesForTest, connectionTo, holding, placesMigrations, startPlacesApp } from './places-app.ts'
export type { PlacesApp, TestPlaces } from './places-app.ts'
export { catalogueOf, testSeed } from './test-catalogue.ts'
