import { abuja, ibadan, kano, lagos, portHarcourt } from '../places.ts';
import type { SeedOpening } from '../types.ts';

export const bakeryOpenings: SeedOpening[] = [
  {
    id: 101,
    company_id: 1,
    role_name: 'Head Baker, Agege Bread',
    locations: [lagos],
    jobdescription: `<p>Six thousand loaves leave our Agege bakery before 05:30 each morning, and you decide whether each batch is good enough to go. You lead a night team of fourteen: mixers, dough brake operators, moulders and oven hands. A deputy, whom you will train, takes the other two nights.</p>
<h3>What you will do</h3>
<ul>
<li>Run the line from flour sieve to cooling rack, Sunday to Thursday nights, 20:00 to 05:00.</li>
<li>Adjust water, yeast and proofing time to the flour and the weather. A loaf in July is not a loaf in January.</li>
<li>Keep the crumb what people buy it for: dense, soft, faintly sweet, square at the corners.</li>
<li>Sign the batch sheet, and hold back any batch you would not take home.</li>
<li>Teach two apprentices a year until they can run a shift without you.</li>
</ul>
<h3>What you bring</h3>
<ul>
<li>At least six years in a production bakery, two of them leading a shift.</li>
<li>Confidence with spiral mixers, a dough brake, and both deck and rotary rack ovens.</li>
<li>Bromate-free baking as a matter of course. We have never used potassium bromate and never will.</li>
</ul>
<h3>What we offer</h3>
<p>A night allowance of 20% on basic pay, a staff bus along the Agege, Iyana Ipaja and Ikeja routes, health cover for you and your family, pension, a thirteenth month in December, and <strong>two loaves a shift</strong>.</p>`,
    jobstatus: 'Full time',
    requiredskill:
      'Production baking, dough handling, shift leadership, deck and rack ovens, batch costing',
    extra_skill: 'Sourdough or enriched doughs, basic oven maintenance, spoken Yoruba',
    questions: [
      {
        id: 1001,
        question:
          'What is the largest number of loaves you have been responsible for in one shift?',
        required: '1',
        interview_questions_id: 501,
      },
      {
        id: 1002,
        question: 'A batch comes out pale and flat at 03:00. What do you check first, and why?',
        required: '1',
        interview_questions_id: 502,
      },
      {
        id: 1003,
        question: 'Which mixers and ovens have you worked with?',
        required: '0',
        interview_questions_id: 503,
      },
    ],
    posted_days_ago: 3,
    closes_in_days: 25,
    employment_type: 'FULL_TIME',
    salary: { min: 320000, max: 420000, currency: 'NGN', unit: 'MONTH' },
  },
  {
    id: 102,
    company_id: 1,
    role_name: 'Dough Mixer and Proofing Operator',
    locations: [ibadan],
    jobdescription: `<p>Good bread is made or lost in the first ninety minutes, and those minutes are yours: you weigh, mix, rest and proof every dough that goes into the ovens at our Ibadan bakery in Oluyole.</p>
<p>You work one of two shifts, changing every fortnight: <strong>14:00 to 22:00</strong> or <strong>22:00 to 06:00</strong>, six days in seven with one fixed day off.</p>
<h3>On a shift you will</h3>
<ul>
<li>Scale flour, sugar, salt, fat and yeast to the recipe card, within five grams on the small ingredients.</li>
<li>Take dough temperature at the end of every mix, and write it down.</li>
<li>Watch the proofing room: 36°C, damp enough that no skin forms, and no trolley left past its time.</li>
<li>Clean down the mixer and the dough brake between doughs, so that no milk bread ends up in plain bread.</li>
</ul>
<h3>You will do well if you</h3>
<ul>
<li>have worked at least one year in a bakery, and can read a recipe card without help;</li>
<li>can lift a 50 kg bag with a partner, and work on your feet for eight hours;</li>
<li>say so when something has gone wrong, before it reaches the oven.</li>
</ul>
<p>We train every new operator for four weeks, on full pay, beside someone who has done the job for years.</p>`,
    jobstatus: 'Full time',
    requiredskill: 'Weighing and scaling, mixing, proofing, record keeping',
    extra_skill: 'Dough brake operation, spoken Yoruba, first aid',
    questions: [
      {
        id: 1004,
        question: 'Are you able to work night shifts, from 22:00 to 06:00, every other fortnight?',
        required: '1',
        interview_questions_id: 504,
      },
      {
        id: 1005,
        question: 'How do you tell that a loaf has proofed for long enough?',
        required: '0',
        interview_questions_id: 505,
      },
    ],
    posted_days_ago: 6,
    closes_in_days: 18,
    employment_type: 'FULL_TIME',
    salary: { min: 135000, max: 165000, currency: 'NGN', unit: 'MONTH' },
  },
  {
    id: 103,
    company_id: 1,
    role_name: 'Pastry Chef',
    locations: [abuja],
    jobdescription: `<p>Our Wuse II shop sells out of meat pies by eleven and of butter croissants by nine. We are looking for a pastry chef who can make more of both without making either worse, and who has a few ideas of their own. You lead four people in an air-conditioned room, and finish at one.</p>
<h3>The work</h3>
<ul>
<li>Laminated doughs, shortcrust, choux, sponge, and the daily run of meat pies, fish rolls, sausage rolls and doughnuts.</li>
<li>A weekly special. Recent ones: coconut and uda danish, roasted groundnut brittle tart, zobo-glazed choux.</li>
<li>Ordering for your section, with a target food cost of 34%.</li>
<li>Leading three pastry cooks and one trainee, from 04:30 to 13:00, five days in seven, including Saturday.</li>
</ul>
<h3>The person</h3>
<ul>
<li>Four years in pastry, in a hotel, a patisserie or a busy bakery.</li>
<li>A steady hand at lamination in a warm climate. You know what the butter is doing when the generator changes over.</li>
<li>Recipes in grams, not in cups, and willing to share them.</li>
</ul>
<h3>The kitchen</h3>
<p>Air-conditioned pastry room, a new sheeter, blast chiller, two convection ovens and a stone deck. Health cover, pension, meals on shift, and a <em>yearly study grant of ₦250,000</em> for any course that makes you better at your work.</p>`,
    jobstatus: 'Full time',
    requiredskill: 'Lamination, shortcrust and choux, section leadership, food costing',
    extra_skill: 'Chocolate work, cake finishing, menu photography',
    questions: [
      {
        id: 1006,
        question: 'Describe a pastry you developed yourself and how it sold.',
        required: '1',
        interview_questions_id: 506,
      },
      {
        id: 1007,
        question: 'How do you keep butter layers distinct in a room at 28°C?',
        required: '1',
        interview_questions_id: 507,
      },
      {
        id: 1008,
        question: 'If you have pictures of your work online, where can we see them?',
        required: '0',
        interview_questions_id: 508,
      },
    ],
    posted_days_ago: 2,
    closes_in_days: 28,
    employment_type: 'FULL_TIME',
    salary: { min: 260000, max: 340000, currency: 'NGN', unit: 'MONTH' },
  },
  {
    id: 104,
    company_id: 1,
    role_name: 'Quality Assurance Officer',
    locations: [lagos, ibadan],
    jobdescription: `<p>When a NAFDAC inspector walks in unannounced, nothing should have to be tidied first. You keep our Lagos and Ibadan bakeries in that state every day, and you have the authority to stop a line. Nobody will ask you to look away: the last person to stop one was thanked in front of the shift.</p>
<h3>Your responsibilities</h3>
<ol>
<li>Own the <strong>HACCP plan</strong> for both sites: hazards, critical control points, limits, records, review.</li>
<li>Test incoming flour for moisture and gluten, and check every delivery against its certificate.</li>
<li>Run the weekly swab programme, and read the results to the shift that earned them.</li>
<li>Handle product registration and renewals with NAFDAC, and standards matters with SON.</li>
<li>Lead two mock recalls a year. Our best time from a loaf to its flour lot is 41 minutes. Beat it.</li>
</ol>
<h3>Requirements</h3>
<ul>
<li>B.Sc or HND in food science, microbiology, biochemistry or a near relation.</li>
<li>Three years of quality work in a bakery, dairy, beverage or other food plant.</li>
<li>A HACCP certificate (level 3 or above). ISO 22000 auditor training is welcome.</li>
<li>Clear written English: people act on what you write.</li>
</ul>
<p>You are based in Agege, Monday to Friday, 07:00 to 16:00, with two days in Ibadan every second week. Transport and lodging are ours to arrange and to pay.</p>`,
    jobstatus: 'Full time',
    requiredskill: 'HACCP, NAFDAC registration, laboratory methods, internal audit, report writing',
    extra_skill: 'ISO 22000, statistical process control, supplier audit',
    questions: [
      {
        id: 1009,
        question: 'Have you ever stopped production? Tell us what you saw and what happened next.',
        required: '1',
        interview_questions_id: 509,
      },
      {
        id: 1010,
        question: 'Which food safety certificates do you hold, and from which year?',
        required: '1',
        interview_questions_id: 510,
      },
    ],
    posted_days_ago: 9,
    closes_in_days: 21,
    employment_type: 'FULL_TIME',
    salary: { min: 280000, max: 360000, currency: 'NGN', unit: 'MONTH' },
  },
  {
    id: 105,
    company_id: 1,
    role_name: 'Bread Van Driver',
    locations: [lagos, ibadan, abuja],
    jobdescription: `<p>Your first drop is at 04:45 and your last before most offices open: some forty kiosks, schools and corner shops who rely on warm bread and an honest count. Then you are home by noon.</p>
<p>You drive a marked 1.5-tonne van, with a loader beside you, on a route that stays yours. You hand over, count returns, take payment by transfer or POS, and bring the empty crates back.</p>
<h3>We need</h3>
<ul>
<li>A valid driver’s licence (class C or above), held for at least three years.</li>
<li>A clean record, and the patience that city traffic asks for.</li>
<li>Enough arithmetic to settle forty accounts before breakfast.</li>
<li>A guarantor who can be visited.</li>
</ul>
<h3>You get</h3>
<ul>
<li>Basic pay, a <strong>commission on every crate sold</strong>, and a quarterly bonus for a van without scratches.</li>
<li>Fuel, tolls and servicing paid by us. A van with a fault does not leave the yard.</li>
<li>Two days off in seven. Sunday is always one of them.</li>
<li>Health cover from the first day.</li>
</ul>`,
    jobstatus: 'Full time',
    requiredskill: 'Commercial driving, route knowledge, cash and POS handling',
    extra_skill: 'Basic vehicle maintenance, customer service',
    questions: [
      {
        id: 1011,
        question: 'What class is your driver’s licence, and when does it expire?',
        required: '1',
        interview_questions_id: 511,
      },
      {
        id: 1012,
        question: 'Which parts of your city do you know well enough to drive without a map?',
        required: '1',
        interview_questions_id: 512,
      },
      {
        id: 1013,
        question: 'Have you had an accident in the past three years? If so, what happened?',
        required: '0',
        interview_questions_id: 513,
      },
    ],
    posted_days_ago: 12,
    closes_in_days: null,
    employment_type: 'FULL_TIME',
    salary: { min: 125000, max: 155000, currency: 'NGN', unit: 'MONTH' },
  },
  {
    id: 106,
    company_id: 1,
    role_name: 'Bakery Counter Assistant',
    locations: [kano, abuja],
    jobdescription:
      '<p>You are the first “good morning” of someone’s day. Serve bread, pies and tea at our counter, keep the shelves full and the glass clean, and know by Friday what the regulars will ask for on Monday. Mornings only, six days a week.</p>',
    jobstatus: 'Part time',
    requiredskill: 'Customer service, cash and POS handling',
    extra_skill: 'Spoken Hausa, display and wrapping',
    questions: [],
    posted_days_ago: 1,
    closes_in_days: 14,
    employment_type: 'PART_TIME',
    salary: { min: 700, max: 850, currency: 'NGN', unit: 'HOUR' },
  },
  {
    id: 107,
    company_id: 1,
    role_name: 'Oven and Plant Maintenance Technician',
    locations: [portHarcourt, lagos],
    jobdescription: `<p>An oven that stops at midnight costs eleven hundred loaves by dawn, so we would rather it never stopped. You look after ovens, mixers, slicers, proofers, boilers and two generators, and you plan the work so that most of it happens in daylight. Each of the two cities has one such post.</p>
<h3>Main duties</h3>
<ul>
<li>Planned maintenance of gas and diesel ovens, spiral mixers, slicers and conveyors.</li>
<li>Fault finding on three-phase motors, contactors, thermocouples, inverters and burner controls.</li>
<li>Weekly tests of gas detection, emergency stops and fire equipment.</li>
<li>A store of spare parts that answers the question “have we got one?” in a minute.</li>
</ul>
<h3>What we ask</h3>
<ul>
<li>National Diploma, HND or Trade Test in electrical or mechanical engineering.</li>
<li>Three years on food or process machinery.</li>
<li>Safe habits with gas and electricity, without exception. You lock off, you tag, you test dead.</li>
</ul>
<p>Days, 08:00 to 17:00, with one week in four on call at night. Call-outs are paid by the hour, from the moment you leave your door. We supply tools, protective clothing and a phone.</p>`,
    jobstatus: 'Full time',
    requiredskill:
      'Electrical fault finding, burners and gas safety, planned maintenance, generators',
    extra_skill: 'PLC basics, welding, refrigeration',
    questions: [
      {
        id: 1014,
        question:
          'Tell us about a breakdown you fixed under pressure: the symptom, the cause, the repair.',
        required: '1',
        interview_questions_id: 514,
      },
      {
        id: 1015,
        question: 'Do you hold a Trade Test or other certificate for gas or electrical work?',
        required: '0',
        interview_questions_id: 515,
      },
    ],
    posted_days_ago: 17,
    closes_in_days: 13,
    employment_type: 'FULL_TIME',
    salary: { min: 190000, max: 250000, currency: 'NGN', unit: 'MONTH' },
  },
  {
    id: 108,
    company_id: 1,
    role_name: 'Cake Decorator',
    locations: [portHarcourt],
    jobdescription: `<p>Somebody will photograph your cake before anyone tastes it, and then everyone will taste it. Our GRA studio in Port Harcourt makes about sixty celebration cakes a week, and we need a decorator who cares about both moments. Five people share the studio, and the radio.</p>
<h3>What the week looks like</h3>
<p>Tuesday and Wednesday are for sugar flowers and advance work; Thursday to Saturday, for covering, piping, stacking and delivery. You start at 08:00 and finish at 17:00, except on the Saturday of a large wedding, when you finish when it stands up straight. You have Sunday and Monday off.</p>
<h3>You should be able to</h3>
<ul>
<li>cover a tall tier in fondant or buttercream with clean edges, in this humidity;</li>
<li>pipe lettering that can be read across a hall;</li>
<li>model figures, gele and aso-oke drapes from a customer’s photograph;</li>
<li>stack and carry a five-tier cake over our roads and arrive with five tiers.</li>
</ul>
<p>Bring pictures of eight cakes you finished yourself. We will ask you to decorate one during the interview, and <strong>we pay for that day</strong>.</p>`,
    jobstatus: 'Full time',
    requiredskill: 'Fondant and buttercream finishing, piping, sugar flowers, tier construction',
    extra_skill: 'Airbrushing, wafer paper, customer consultation',
    questions: [
      {
        id: 1016,
        question: 'What is the most difficult cake you have delivered, and how did you carry it?',
        required: '1',
        interview_questions_id: 516,
      },
      {
        id: 1017,
        question: 'If you have pictures of your work online, where can we see them?',
        required: '0',
        interview_questions_id: 508,
      },
    ],
    posted_days_ago: 5,
    closes_in_days: 20,
    employment_type: 'FULL_TIME',
    salary: { min: 160000, max: 220000, currency: 'NGN', unit: 'MONTH' },
  },
  {
    id: 109,
    company_id: 1,
    role_name: 'Industrial Training Student (SIWES), Food Technology',
    locations: [lagos, ibadan],
    jobdescription: `<p>Spend your six months of industrial training where your work will be used: measuring, testing and improving bread that is on sale the same morning. You get a supervisor, a logbook kept up to date, and a project with your name on it. The best two are read to the whole bakery.</p>
<h3>What you will learn</h3>
<ul>
<li>Flour testing: moisture, wet gluten, falling number.</li>
<li>How a HACCP plan is written, and how it is kept on a wet night with one mixer down.</li>
<li>Shelf-life trials, from sampling to a graph that convinces a head baker.</li>
<li>Label rules, and what goes into a NAFDAC file.</li>
</ul>
<h3>Who can apply</h3>
<p>Students of food science, food technology, microbiology or biochemistry at a Nigerian university or polytechnic, with a SIWES letter for a period of at least four months. No experience is needed: curiosity is.</p>
<p>The monthly allowance is on top of what the ITF pays. Lunch and protective clothing are provided. Past projects have covered slower staling, cassava flour blends and the right number of minutes to cool a loaf before slicing.</p>`,
    jobstatus: 'Internship',
    requiredskill: 'Laboratory basics, careful measurement, spreadsheets',
    extra_skill: 'Statistics, baking at home',
    questions: [
      {
        id: 1018,
        question: 'What is your institution, your course and the period of your SIWES placement?',
        required: '1',
        interview_questions_id: 517,
      },
      {
        id: 1019,
        question: 'What about bread would you like to find out?',
        required: '0',
        interview_questions_id: 518,
      },
    ],
    posted_days_ago: 8,
    closes_in_days: 30,
    employment_type: 'INTERN',
    salary: { min: 60000, max: 75000, currency: 'NGN', unit: 'MONTH' },
  },
];
