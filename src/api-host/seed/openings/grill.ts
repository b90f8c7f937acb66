import { abuja, ibadan, kano, lagos, portHarcourt } from '../places.ts';
import type { SeedOpening } from '../types.ts';

export const grillOpenings: SeedOpening[] = [
  {
    id: 134,
    company_id: 5,
    role_name: 'Suya Master (Mai Suya)',
    locations: [abuja, kano],
    jobdescription: `<p>The fire is lit at four and people start to gather at six, by smell alone. You slice, thread, season and grill the suya that this house is named after, and your yaji is the last word on the matter. Two assistants slice and thread with you; nobody else touches your fire.</p>
<h3>Your craft</h3>
<ul>
<li>Cut beef, ram and chicken thin and even, and thread it flat.</li>
<li>Roast and grind the day’s yaji: kuli-kuli, dried pepper, ginger, cloves, uda, a little salt. You may bring your own recipe. It stays yours.</li>
<li>Manage the embers, close for colour, then further off until it is done. No flare, no soot.</li>
<li>Wrap it in clean paper, with onion, tomato and cabbage washed in treated water.</li>
<li>Grill in the open, and talk to whoever is waiting.</li>
</ul>
<h3>You have</h3>
<ul>
<li>Five years at the fire, in a family trade or a restaurant.</li>
<li>Spoken Hausa, and enough English to chat with visitors.</li>
<li>A food handler’s certificate, or the willingness to take ours.</li>
</ul>
<h3>Terms</h3>
<p>Five evenings in seven, 15:00 to 23:30, with meals and prayer breaks. Basic pay plus <strong>₦20 for every stick sold at your grill</strong>, health cover for your family, and lodging for the first two months if you move city.</p>`,
    jobstatus: 'Full time',
    requiredskill: 'Suya, meat cutting, charcoal grilling, yaji blending, spoken Hausa',
    extra_skill: 'Kilishi, balangu, tsire for events',
    questions: [
      {
        id: 1063,
        question: 'Who taught you to make suya, and where?',
        required: '1',
        interview_questions_id: 560,
      },
      {
        id: 1064,
        question: 'How do you keep raw and cooked meat apart at a busy grill?',
        required: '1',
        interview_questions_id: 561,
      },
    ],
    posted_days_ago: 0,
    closes_in_days: 30,
    employment_type: 'FULL_TIME',
    salary: { min: 180000, max: 250000, currency: 'NGN', unit: 'MONTH' },
  },
  {
    id: 135,
    company_id: 5,
    role_name: 'Fish Grill Cook: Bole and Point-and-Kill',
    locations: [portHarcourt],
    jobdescription: `<p>Port Harcourt knows its bole and its fish, so your pepper sauce will be judged at every table. You choose the catfish live, clean it to order, and grill croaker, catfish and plantain over charcoal until late. Tell us which river your family swears by: there is always an argument.</p>
<h3>On your section</h3>
<ul>
<li>Score, season and grill whole fish, about seventy on a Friday.</li>
<li>Roast plantain and yam for bole: slowly, turned often, never dry.</li>
<li>Make the sauce fresh at 15:00: palm oil, utazi, scent leaf, pepper, and the secret you bring.</li>
<li>Care for the tanks: water changed, temperature logged, weak fish removed.</li>
<li>Cook a pot of point-and-kill pepper soup to order, in eighteen minutes.</li>
</ul>
<h3>You will need</h3>
<ul>
<li>Two years at a fish grill, a bole stand or a seafood kitchen.</li>
<li>A quick, humane hand, and clean knives.</li>
<li>Evenings: 14:00 to 23:00, five days in seven, Friday and Saturday among them.</li>
</ul>
<p>Late staff are driven home. Meals, uniform and health cover are provided, and service charge is shared equally between kitchen and floor.</p>`,
    jobstatus: 'Full time',
    requiredskill: 'Fish preparation, charcoal grilling, pepper sauces and soups',
    extra_skill: 'Live tank care, native soups',
    questions: [
      {
        id: 1065,
        question: 'How do you know, without cutting it, that a whole croaker is cooked?',
        required: '1',
        interview_questions_id: 562,
      },
      {
        id: 1066,
        question: 'Can you work on Fridays and Saturdays until 23:00?',
        required: '1',
        interview_questions_id: 563,
      },
    ],
    posted_days_ago: 7,
    closes_in_days: 18,
    employment_type: 'FULL_TIME',
    salary: { min: 125000, max: 160000, currency: 'NGN', unit: 'MONTH' },
  },
  {
    id: 136,
    company_id: 5,
    role_name: 'Restaurant General Manager',
    locations: [lagos],
    jobdescription: `<p>On Saturday night our Victoria Island grill seats 210 people twice, and the first thing they should meet at the door is you. You hold the whole house: kitchen, fire, bar, floor, accounts and a team of sixty-four. Five heads of section, most of them promoted from within, are waiting for somebody to follow.</p>
<h3>What success looks like after a year</h3>
<ul>
<li>Guests return. Four in ten today; half, with you.</li>
<li>Fewer than one in six staff have left, and three have been promoted.</li>
<li>Prime cost (food and labour) stands at 58% of sales or better.</li>
<li>No critical finding in any hygiene, fire or NAFDAC inspection.</li>
</ul>
<h3>What you will do to get there</h3>
<ul>
<li>Lead five heads of section, and meet them every Tuesday with the figures on the table.</li>
<li>Set the rota, the budget and the tone.</li>
<li>Own the safety of an open fire in a full dining room: extraction, training, drills.</li>
<li>Handle the difficult table, the late supplier and the neighbour who dislikes the smoke.</li>
</ul>
<h3>Your experience</h3>
<p>Seven years in restaurants or hotels, three of them in full charge of a site with sales above ₦40 million a month. You read a profit and loss account as easily as a menu. A degree in hospitality, business or anything taken seriously is welcome.</p>
<p>Salary, a quarterly bonus of up to 40% of a month’s pay, car allowance, family health cover and four weeks of leave, which you are expected to take.</p>`,
    jobstatus: 'Full time',
    requiredskill: 'Restaurant leadership, budgeting, guest relations, fire and food safety',
    extra_skill: 'Wine and cocktail service, multi-site experience',
    questions: [
      {
        id: 1067,
        question:
          'Describe the site you manage now or managed last: seats, sales, team and prime cost.',
        required: '1',
        interview_questions_id: 564,
      },
      {
        id: 1068,
        question: 'Tell us about a guest you lost, and a guest you won back.',
        required: '1',
        interview_questions_id: 565,
      },
      {
        id: 1069,
        question: 'What pay do you expect, in naira a month?',
        required: '0',
        interview_questions_id: 566,
      },
      {
        id: 1070,
        question: 'What notice period does your present employer require?',
        required: '0',
        interview_questions_id: 525,
      },
    ],
    posted_days_ago: 13,
    closes_in_days: 33,
    employment_type: 'FULL_TIME',
    salary: { min: 650000, max: 850000, currency: 'NGN', unit: 'MONTH' },
  },
  {
    id: 137,
    company_id: 5,
    role_name: 'Halal Butcher',
    locations: [kano, abuja],
    jobdescription: `<p>Forty sides of beef and ninety rams pass across your block in a week, and nothing worth eating is thrown away. You break, bone, trim and portion for five grills, to a cutting list and to halal practice. The cutting room is cold, bright and quiet, and you share it with four others.</p>
<h3>What you do</h3>
<ul>
<li>Receive carcasses from the approved abattoir: temperature, stamp, certificate, smell.</li>
<li>Break to primals and portion for suya, balangu, asun, kebab and steaks, within 3% of the target yield.</li>
<li>Turn trim into mince and kofta, bones into stock, and fat into tallow for a soap maker in the next street.</li>
<li>Keep blades sharp, the cold room at 2°C and the log complete.</li>
</ul>
<h3>What we require</h3>
<ul>
<li>Three years of butchery in an abattoir, supermarket, hotel or market of good name.</li>
<li>Thorough knowledge of halal requirements, and the discipline to keep them.</li>
<li>Use of bandsaw and hand tools with all ten fingers. Chainmail gloves are worn here.</li>
</ul>
<p>05:00 to 13:00, six days a week, Friday until 12:00. A meat allowance of 4 kg a month, health cover, hepatitis and tetanus vaccination, and extra pay in the week before each Eid.</p>`,
    jobstatus: 'Full time',
    requiredskill: 'Butchery, halal practice, yield control, cold-chain hygiene',
    extra_skill: 'Sausage and kofta making, spoken Hausa',
    questions: [],
    posted_days_ago: 11,
    closes_in_days: 22,
    employment_type: 'FULL_TIME',
    salary: { min: 150000, max: 190000, currency: 'NGN', unit: 'MONTH' },
  },
  {
    id: 138,
    company_id: 5,
    role_name: 'Dispatch Rider',
    locations: [lagos, abuja, portHarcourt, ibadan],
    jobdescription: `<p>Suya is at its best for twenty-five minutes, so no customer of ours is more than five kilometres from the grill. You carry it hot, on a serviced motorcycle with a proper insulated box, and ride as though somebody were waiting for you at home. Somebody is.</p>
<h3>How we work</h3>
<ul>
<li>No rider is timed on the road. Orders are spaced so that nobody has to hurry. A fine for speeding is a reason to talk, never a cost of business.</li>
<li>Two or three deliveries an hour at most, and fewer in heavy rain. We switch the app off when streets flood.</li>
<li>You check the order at the pass, seal the bag, deliver with a greeting, confirm the code.</li>
</ul>
<h3>You bring</h3>
<ul>
<li>A rider’s licence (class A), held for two years or more.</li>
<li>Knowledge of your city’s streets and estates.</li>
<li>SSCE, a smartphone and a guarantor.</li>
</ul>
<h3>We bring</h3>
<ul>
<li>Motorcycle, fuel, servicing, helmet, rain suit, reflective jacket and phone holder.</li>
<li>Basic pay, plus ₦250 for each delivery, plus all of your tips.</li>
<li>Accident and health insurance from the first day.</li>
</ul>
<p>Evening shifts, 15:00 to 23:00, five days in seven.</p>`,
    jobstatus: 'Full time',
    requiredskill: 'Safe riding, route knowledge, courtesy, smartphone use',
    extra_skill: 'Basic motorcycle repair, first aid',
    questions: [
      {
        id: 1071,
        question: 'What class is your rider’s licence, and when does it expire?',
        required: '1',
        interview_questions_id: 567,
      },
      {
        id: 1072,
        question: 'Which parts of your city do you know well enough to ride without a map?',
        required: '1',
        interview_questions_id: 568,
      },
      {
        id: 1073,
        question: 'What do you check on a motorcycle before you set off?',
        required: '0',
        interview_questions_id: 569,
      },
    ],
    posted_days_ago: 3,
    closes_in_days: null,
    employment_type: 'FULL_TIME',
    salary: { min: 100000, max: 120000, currency: 'NGN', unit: 'MONTH' },
  },
  {
    id: 139,
    company_id: 5,
    role_name: 'Kilishi Production Supervisor',
    locations: [kano],
    jobdescription: `<p>Kilishi is older than refrigeration and fussier than cheese. You lead eighteen people at our Kano drying house, making 1.2 tonnes a month of sun-dried and cabinet-dried beef that is clean enough to export and good enough to be eaten on the way home. You report to the head of meat in Abuja.</p>
<h3>Main responsibilities</h3>
<ul>
<li>Sheet, dry, coat, re-dry and roast to a written standard, with water activity below 0.65.</li>
<li>Move production from racks to solar cabinets in the wet months without losing the taste.</li>
<li>Prepare the labu (groundnut and spice paste) by weight, lot by lot, with allergens labelled.</li>
<li>Keep the <strong>HACCP</strong> records, host NAFDAC inspections, and work with the export team on samples.</li>
<li>Plan shifts, leave and training; keep accidents at zero.</li>
</ul>
<h3>What you bring</h3>
<ul>
<li>HND or B.Sc in food science, animal science or a related subject, <em>or</em> ten years in the trade and good records to show.</li>
<li>Three years of supervising food production.</li>
<li>Fluent Hausa, and written English for the records.</li>
</ul>
<p>Monday to Saturday, 07:30 to 15:30, with Friday ending at 12:30. Pay includes a yield bonus, and there is a relocation grant for candidates from outside Kano.</p>`,
    jobstatus: 'Full time',
    requiredskill: 'Meat drying, HACCP, production supervision, fluent Hausa',
    extra_skill: 'Export documentation, packaging, solar drying',
    questions: [
      {
        id: 1074,
        question:
          'What could make dried meat unsafe to eat, and how would you control each hazard?',
        required: '1',
        interview_questions_id: 570,
      },
      {
        id: 1075,
        question: 'Have you prepared a product for export? If so, to which market?',
        required: '0',
        interview_questions_id: 571,
      },
    ],
    posted_days_ago: 26,
    closes_in_days: 8,
    employment_type: 'FULL_TIME',
    salary: { min: 220000, max: 290000, currency: 'NGN', unit: 'MONTH' },
  },
  {
    id: 140,
    company_id: 5,
    role_name: 'Waiter, Evenings',
    locations: [lagos, portHarcourt],
    jobdescription: `<p>A good waiter makes a table of eight feel like a table of two. You look after six tables on our evening floor, know the menu from fire to freezer, and can tell a guest which cut to order without looking at the price. We share the service charge, teach the wine, and see you home.</p>
<h3>Evenings with us</h3>
<ul>
<li>16:30: family meal, briefing, one dish tasted by everybody.</li>
<li>17:30 to 22:30: service, with a runner and a barback behind you.</li>
<li>23:00: home, in the staff bus on late nights.</li>
</ul>
<p>You choose four evenings a week, one of them a Friday or a Saturday. The rota is fixed two weeks ahead, and swaps are yours to arrange.</p>
<h3>What helps</h3>
<ul>
<li>One year of table service. If you have none, come with good manners and we will start you as a runner.</li>
<li>A memory for faces, orders and allergies.</li>
<li>Calm feet.</li>
</ul>
<p>Hourly pay, a share of service charge (last quarter it averaged <strong>₦2,900 an evening</strong>), and tips that are yours.</p>`,
    jobstatus: 'Part time',
    requiredskill: 'Table service, menu knowledge, order taking, courtesy',
    extra_skill: 'Wine and cocktail basics, spoken French or Pidgin',
    questions: [],
    posted_days_ago: 5,
    closes_in_days: 19,
    employment_type: 'PART_TIME',
    salary: { min: 900, max: 1100, currency: 'NGN', unit: 'HOUR' },
  },
  {
    id: 141,
    company_id: 5,
    role_name: 'Charcoal and Stock Controller',
    locations: [lagos],
    jobdescription: `<p>Our two Lagos grills burn eleven tonnes of charcoal a month, and we want to know where every bag of it came from. You control their fuel, meat, drink and dry stores, and lead our change to certified and coconut-shell charcoal. One assistant works with you, and the auditors like you.</p>
<h3>You will</h3>
<ul>
<li>order, receive, weigh and store, and refuse what is wet, broken or unlabelled;</li>
<li>count high-value stock daily and everything monthly, and explain each variance above 1%;</li>
<li>test charcoal for moisture, ash and burn time, and publish the results to both kitchens;</li>
<li>keep first in, first out alive on the shelf, not only on the poster;</li>
<li>visit two fuel suppliers each quarter.</li>
</ul>
<h3>You have</h3>
<ul>
<li>HND, National Diploma or degree in accounting, supply chain or a science.</li>
<li>Two years of stock control in hospitality, retail or manufacturing.</li>
<li>Spreadsheets, persistence and a sense of humour about ash.</li>
</ul>
<p>Monday to Friday, 07:00 to 16:00, and one stocktaking Saturday a month, repaid with a Monday.</p>`,
    jobstatus: 'Full time',
    requiredskill: 'Stock control, receiving, variance analysis, spreadsheets',
    extra_skill: 'Sustainable sourcing, supplier audit',
    questions: [],
    posted_days_ago: 29,
    closes_in_days: 10,
    employment_type: 'FULL_TIME',
    salary: { min: 170000, max: 215000, currency: 'NGN', unit: 'MONTH' },
  },
  {
    id: 142,
    company_id: 5,
    role_name: 'Graduate Trainee, Restaurant Management',
    locations: [lagos, abuja, portHarcourt, ibadan, kano],
    jobdescription: `<p>In eighteen months you will have grilled, served, bought, counted and led, in three cities and two of our houses, and at the end of it you take over a shift of your own. Eight places are open this year. You are paid from the first day, and the kitchen knife is yours to keep.</p>
<h3>How the programme runs</h3>
<ol>
<li><strong>Months 1 to 6, the kitchen.</strong> Every section, from pot wash to pass. You cook the staff meal on Thursdays.</li>
<li><strong>Months 7 to 10, the floor and the bar.</strong> Service, complaints, cash, events.</li>
<li><strong>Months 11 to 14, the office.</strong> Buying, payroll, food safety, a project with real money attached.</li>
<li><strong>Months 15 to 18, leading.</strong> Assistant manager at one of our grills or bukas, with a mentor on the phone.</li>
</ol>
<h3>Who may apply</h3>
<ul>
<li>A degree or HND in any subject: second class lower, lower credit or better.</li>
<li>NYSC completed or exempted, within the past four years.</li>
<li>Willingness to move city twice. We find the room and pay for it.</li>
</ul>
<h3>How we choose</h3>
<p>We read every letter. Then come a phone call, a paid day in a kitchen near you, and lunch with two managers. There is no aptitude test and no group exercise. Of the forty-one trainees so far, thirty-three still work here.</p>`,
    jobstatus: 'Full time, fixed term',
    requiredskill: 'Curiosity, numeracy, stamina, clear writing',
    extra_skill: 'Part-time work in hospitality, a second Nigerian language',
    questions: [
      {
        id: 1076,
        question: 'Have you completed NYSC or been exempted, and in which year?',
        required: '1',
        interview_questions_id: 572,
      },
      {
        id: 1077,
        question: 'Which meal made you want to work in food?',
        required: '1',
        interview_questions_id: 573,
      },
      {
        id: 1078,
        question: 'Is there a city you could not move to, and why?',
        required: '0',
        interview_questions_id: 574,
      },
    ],
    posted_days_ago: 8,
    closes_in_days: 35,
    employment_type: 'FULL_TIME',
    salary: { min: 180000, max: 180000, currency: 'NGN', unit: 'MONTH' },
  },
];
