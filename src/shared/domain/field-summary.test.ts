import { describe, expect, test } from 'vitest';
import { averageOf, summaryByName, summaryOf } from '#shared/domain/field-summary.ts';

const namesIn = (line: string): string[] => line.split('|');

describe('by its name a number is', () => {
  test.each(
    [
      'Moisture %|Moisture|Grain moisture|Protein|Percent clean|Temperature|Temp|Soil temp (°F)|Outside °C',
      'Price per bushel|Price|Seeding rate|Gallons per Acre|Speed|Working depth|Test weight|Yield bu/ac|Wind mph|pH',
      'Feuchte %|Kornfeuchte|Feuchtigkeit|Bodentemperatur|Rohprotein|Eiweiß|Preis|Literpreis|Liter pro Hektar',
      'Preis je Ballen|Arbeitstiefe|Fahrgeschwindigkeit|hl-Gewicht|TS|Trockensubstanz|Schnitthöhe|kg/ha|km/h|Humedad',
      'Temperatura|Proteína|Porcentaje|Precio|Precio por tonelada|Velocidad|Profundidad|Litros por hectárea',
      'Peso hectolítrico|Materia seca|Dosis',
    ].flatMap(namesIn),
  )('averaged: %s', (name) => {
    expect(summaryByName(name)).toBe('average');
  });

  test.each(
    [
      'Year|Crop year|Field no.|Field number|Ticket #|Scale ticket|Odometer|Hour meter|Meter reading|ID|Jahr|Baujahr',
      'Schlagnummer|Schlag-Nr.|Zählerstand|Kilometerstand|Betriebsstunden|PLZ|Año|N.º de campo|Número|Odómetro',
      'Horómetro|Lectura del contador',
    ].flatMap(namesIn),
  )('left out: %s', (name) => {
    expect(summaryByName(name)).toBe('none');
  });

  test.each(
    [
      'Acres|Bales|Tons|Number of bales|No. of loads|Cost|Bushels|Miles|Crates|Objects|Twine|constructor||Hektar',
      'Ballen|Anzahl Ballen|Zahl der Fuhren|Objekte|Tonnen|Kilometer|Wasser (l)|Projekte|Hectáreas|Pacas',
      'Número de pacas|Cantidad de viajes|Toneladas|Importe',
    ].flatMap(namesIn),
  )('added up: %j', (name) => {
    expect(summaryByName(name)).toBe('sum');
  });
});

test('the setting of a field takes precedence over its name; without one the name decides', () => {
  expect(summaryOf({ name: 'Moisture', summary: 'sum' })).toBe('sum');
  expect(summaryOf({ name: 'Acres', summary: 'none' })).toBe('none');
  expect(summaryOf({ name: 'Moisture', summary: null })).toBe('average');
  expect(summaryOf({ name: 'Moisture' })).toBe('average');
});

test('an average has two decimals, or three digits below one', () => {
  expect(averageOf(180.5, 12)).toBe(15.04);
  expect(averageOf(10, 4)).toBe(2.5);
  expect(averageOf(0.02, 3)).toBe(0.00667);
  expect(averageOf(0, 3)).toBe(0);
});
