import { wordList } from '#demo/word-list.ts';
import type { Words } from '#demo/profile.ts';

/** Names and words of a corn-belt contractor and its customers. All invented; telephone numbers are from the range reserved for fiction. */
export const HALVORSEN_WORDS: Words = {
  firstNames: wordList(`
    Abdi | Aiyana | Anders | Angela | Astrid | Beatriz | Bao | Carmen | Casey | Chao | Colleen | Curtis | Darnell | Dominik | Elena
    Emmett | Esperanza | Faisal | Gary | Hannah | Hector | Imani | Ivar | Jamal | Janelle | Joaquin | Kateryna | Kirsten | Lavonne
    Leif | Lucia | Marek | Marisol | Mateo | Mai | Nadia | Nels | Noor | Olena | Omar | Pablo | Pa Houa | Ramon | Rashida | Rosa
    Ruth | Sanjay | Sofia | Solveig | Stanislav | Tanya | Thuy | Tobias | Trent | Uwe | Vernon | Viktor | Wanda | Xiong | Yesenia
    Yusuf | Zdenek
  `),
  surnames: wordList(`
    Aakre | Aguilera | Bakkedahl | Barrondo | Bielski | Brekkehus | Castorena | Cheruiyat | Dahlvig | Delacroix-Hunt | Dvoracek
    Eikenborg | Estradal | Faltinek | Farahani | Fjelstul | Gebrewold | Goossenaar | Grabowiec | Haugrud | Hernandal | Huberwald
    Iversgaard | Jaramillo-Voss | Kapoorna | Kjelstad | Koslovec | Kowalchenko | Lindeblom | Lorvang | Maldonel | Mbekeni | Moorhagen
    Mosbrucker | Nakagami | Ngocthanh | Nordengren | O’Shaughlin | Okonwe | Oestmann | Paraskos | Petrenkov | Quintaro | Rasmusholt
    Reichenauer | Rodrigal | Saavedro | Schoonhaven | Skogmoen | Strandviken | Szymonek | Tadesso | Thaoxeng | Thorsgard
    Tuckerman-Lee | Ugland | Van der Rooy | Vangsted | Villareño | Wachowiec | Whitfeather | Xayavong | Yellowbank | Youngquist-Bell
    Zamorano-Pike | Zelinskij
  `),
  businesses: wordList(`
    {surname} Farms | {surname} Dairy | {surname} Brothers | {surname} & Sons | {surname} & Daughters | {surname} Land & Cattle
    {surname} Grain | {surname} Family Farm | {place} Dairy | {place} Farm | {place} Feeders | {place} Organics | {place} Acres LLC
    {place} Pork | {place} Angus
  `),
  places: wordList(`
    Bur Oak | Cattail | Clear Slough | Coyote Ridge | Crooked Elm | Five Silos | Foxtail Hill | Goldfinch | Heron Bend | Honey Locust
    Kettle Hollow | Lone Windmill | Meadowlark Flat | Milkweed | Nine Pines | Old Threshing | Pheasant Run | Plum Thicket
    Prairie Gate | Red Barn Corner | Sandbur | Split Rail | Sumac | Switchgrass | Three Creeks | Turtle Slough | Wild Rye
    Willow Fork
  `),
  addresses: wordList(`
    #### {road}, {town} | ### {road}, {town} | N#### {road}, {town}
  `),
  roads: wordList(`
    140th Street | 185th Avenue | 210th Street | 240th Street | 310th Street | County Road D## | County Road V## | Creamery Road
    Elevator Road | Gravel Pit Road | Grotto Lane | Old Depot Road | Quarry Road | Ridge Road | Schoolhouse Road | Tile Factory Road
  `),
  towns: wordList(`
    Alder Crossing, IA | Brandmoor, IA | Cedar Tail, IA | Eldersvale, IA | Fairhollow, MN | Kettleby Falls, IA | Lindgren Grove, MN
    New Tolga, IA | Orrin Center, IA | Prairie Lodi, MN | Saint Blaine, MN | Skandia Ford, IA | Tamarind, IA | West Harlow, IA
  `),
  postalCode: '50###',
  phones: wordList(`
    (515) 555-01## | (641) 555-01## | (712) 555-01## | (507) 555-01## | (319) 555-01## | (563) 555-01##
  `),
  fields: wordList(`
    North Quarter | South Quarter | East Eighty | West Eighty | Home Eighty | Home Place | Section 4 | Section 9 | Section 14
    Section 22 | Section 31 | Creek Bottom | River Bottom | Airstrip | Back Forty | Barn Field | Bluff Field | Church Field
    County Line | Crooked Forty | Dairy Lane | Dutch Corner | Feedlot Field | Grandpa’s | Gravel Pit | Hog Lot | Long Rows
    Lower Terrace | Mill Field | Old Orchard | Pond Field | Railroad Strip | Rented Hundred | Sandhill | Schoolhouse | Silo Field
    Slough Field | Star Lake | Substation | Tower Field | Triangle | Upper Terrace | Windmill Field | Widow’s Forty
  `),
  nth: wordList(`
    winter | winter | early | 1st cutting | 1st cutting | 1st cutting | 2nd cutting | 3rd cutting | 4th cutting | last cutting | late
    winter
  `),
  notes: wordList(`
    Finished the west side, about 20 acres left.
    Broke a hydraulic hose, lost 40 minutes.
    Waited an hour for trucks.
    Very good ground, no stops.
    Customer asked to leave the headlands for tomorrow.
    Stuck in the wet spot by the tile outlet, pulled out with the loader tractor.
    Flat tire on the way, back-up came from the shop.
    Gate on the north side does not close, told the customer.
    Watch the washout at the culvert.
    Greased everything at noon.
    Started late, heavy dew.
    Moved machines to the next field after this.
    Power line on the east end is low!
    Neighbor’s cattle were out, helped to get them in.
    Dust was bad, cleaned the radiator twice.
    Changed drivers at 2 pm.
    Customer is very happy, wants us back next year.
    Lights on the left side are out, needs the shop.
  `),
  rainNotes: wordList(`
    Rained out at 3 pm.
    Shower came through, stopped for the day.
    Too wet to go on, tarped the rest.
    Storm warning, parked everything on high ground.
  `),
};
